const longestCharacters = 300

/** What failed, in words that the database can store: another server's words may hold a NUL or half a character. */
export function failureText(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return message.slice(0, longestCharacters).replaceAll(/\0|\p{Surrogate}/gu, '\u{FFFD}')
}
