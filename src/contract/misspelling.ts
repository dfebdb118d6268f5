/**
 * Below this length a changed letter leaves too little of a word to call it a near miss; beyond,
 * one typo is not what a person remembers.
 */
const misspeltLength = { shortest: 4, longest: 40 }

/** The letters of a searched text that may be misspelt; nothing where it is too short or too long. */
export function misspeltLetters(text: string): readonly string[] | undefined {
  const letters = Array.from(text)
  return letters.length < misspeltLength.shortest || letters.length > misspeltLength.longest
    ? undefined
    : letters
}

/**
 * A regular expression for the text with one slip at most: a letter wrong, missing, one too many,
 * or two swapped. Database and browser read it alike.
 * A slip in the last letter counts only where the word ends, else every word with the same
 * beginning would do. Nested, so that what comes before a slip is read once: side by side the slips
 * take the database twice as long.
 */
export function parseMisspelling(letters: readonly string[]): string {
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
