const maxCharacters = 300

/** What failed, in words that the database can store: another server's words may hold a NUL or half a character. */
export function errorText(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return message.slice(0, maxCharacters).replaceAll(/\0|\p{Surrogate}/gu, '\u{FFFD}')
}
