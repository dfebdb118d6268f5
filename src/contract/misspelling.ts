/** Shorter words match too much with a typo; longer ones are not typed from memory. */
const misspeltLength = { shortest: 4, longest: 40 }

/** Returns the letters of a text that may be misspelt; undefined if it is too short or too long. */
export function misspeltLetters(text: string): readonly string[] | undefined {
  const letters = Array.from(text)
  return letters.length < misspeltLength.shortest || letters.length > misspeltLength.longest
    ? undefined
    : letters
}

/**
 * Returns a regular expression for the text with at most one typo: a letter wrong, missing, added,
 * or two swapped. It works in PostgreSQL and in JavaScript.
 *
 * A typo in the last letter counts only at the end of a word, or every word with the same beginning
 * would match. The alternatives are nested, so that the text before a typo is read once: side by
 * side they take the database twice as long.
 */
export function misspellingPattern(letters: readonly string[]): string {
  const escaped = letters.map((letter) => letter.replaceAll(/[^\p{L}\p{N} ]/gu, String.raw`\$&`))
  const rest = (start: number) => escaped.slice(start).join('')
  return escaped.reduceRight((later, letter, index) => {
    const next = escaped[index + 1]
    if (next === undefined) return `(?:.${letter}|.?(?![^ -]))`
    const wrongMissingOrExtra = `(?:.${letter}?)?${rest(index + 1)}`
    const swapped = `${next}${letter}${rest(index + 2)}`
    return `(?:${letter}${later}|${wrongMissingOrExtra}|${swapped})`
  }, '')
}
