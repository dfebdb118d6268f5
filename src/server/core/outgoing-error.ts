/**
 * Says why an address gave no response. Hides details of the network, except that the rules for
 * outgoing requests refused it.
 */
export function describeOutgoingError(error: unknown): string {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause.name === 'OutgoingRequestBlocked') return cause.message
    if (cause.name === 'TimeoutError') return 'The address did not respond in time'
  }
  return 'The address cannot be reached'
}
