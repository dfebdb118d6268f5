/** The log of the application. Facts never contain secrets, tokens or bodies. */
export interface Log {
  info(facts: object, message: string): void
  error(facts: object, message: string): void
}
