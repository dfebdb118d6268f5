/**
 * Describes why an address gave no response. Hides network details, except that the rules for
 * outgoing requests blocked it.
 */
export function describeOutgoingError(error: unknown): string {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause.name === 'OutgoingRequestBlocked') return cause.message
    if (cause.name === 'TimeoutError') return 'The address did not respond in time'
  }
  return 'The address cannot be reached'
}
