/** A request that the rules for outgoing requests forbid. The message says why, for people. */
export class OutgoingRequestBlocked extends Error {
  override name = 'OutgoingRequestBlocked'
}

/** A response whose body could not be read, because it is too large, too slow or cut off. */
export class UnreadableBody extends Error {
  override name = 'UnreadableBody'

  constructor(
    readonly status: number,
    cause: unknown,
  ) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
  }
}

/**
 * Describes why an address gave no response. Hides network details, except that the rules for
 * outgoing requests blocked it.
 */
export function describeOutgoingError(error: unknown): string {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof OutgoingRequestBlocked) return cause.message
    if (cause.name === 'TimeoutError') return 'The address did not respond in time'
  }
  return 'The address cannot be reached'
}
