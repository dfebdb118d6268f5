/** Thrown when the database is unavailable. The same request may succeed later. */
export class DatabaseUnavailable extends Error {
  constructor(
    message: string,
    /** Whether a statement was sent without a result, so that it may have taken effect. */
    readonly isOutcomeUnknown: boolean,
    cause: unknown,
  ) {
    super(message, { cause })
    this.name = 'DatabaseUnavailable'
  }
}
