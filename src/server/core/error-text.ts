const maxCharacters = 300

/**
 * Returns the message of an error as text that the database can store. Messages of other servers
 * may hold a NUL or half a surrogate pair.
 */
export function errorText(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return message.slice(0, maxCharacters).replaceAll(/\0|\p{Surrogate}/gu, '\u{FFFD}')
}
