/** Why an address gave no response. The rules for outgoing requests speak for themselves; what else fails is told without detail of the network. */
export function describeOutgoingError(error: unknown): string {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause.name === 'OutgoingRefused') return cause.message
    if (cause.name === 'TimeoutError') return 'The address did not response in time'
  }
  return 'The address cannot be reached'
}
