/** Thrown when the database cannot serve a request that is otherwise fine. The same request may succeed later. */
export class DatabaseUnavailable extends Error {
  constructor(
    message: string,
    /** Whether a statement was sent and its outcome is unknown, so that it may have taken effect. */
    readonly isOutcomeUnknown: boolean,
    cause: unknown,
  ) {
    super(message, { cause })
    this.name = 'DatabaseUnavailable'
  }
}
