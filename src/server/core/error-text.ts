const maxCharacters = 300

/** Shortens a text that others have written to one that the database can store. */
export function storableText(text: string, maxLength: number): string {
  return text.slice(0, maxLength).replaceAll(/\0|\p{Surrogate}/gu, '\u{FFFD}')
}

/**
 * Returns the message of an error as text that the database can store. Messages of other servers
 * may hold a NUL or half a surrogate pair.
 */
export function errorText(error: unknown): string {
  return storableText(error instanceof Error ? error.message : String(error), maxCharacters)
}
