import { Highlight } from '@mantine/core'
import { foldText } from '@/contract/folded-text'
import { misspellingPattern, misspeltLetters } from '@/contract/misspelling'

/** Finds the search text in a folded text, or else a part that differs by one typo. */
function findMatch(folded: string, search: string): { start: number; length: number } | undefined {
  const start = folded.indexOf(search)
  if (start !== -1) return { start, length: search.length }
  const letters = misspeltLetters(search)
  if (letters === undefined) return undefined
  const near = `(^|[ -])(${misspellingPattern(letters)})`
  // Prefers a whole word to the beginning of one.
  const found = new RegExp(`${near}(?![^ -])`).exec(folded) ?? new RegExp(near).exec(folded)
  const [, before = '', part = ''] = found ?? []
  return found === null ? undefined : { start: found.index + before.length, length: part.length }
}

/**
 * Folds a text letter by letter, since folding can change its length.
 * @returns the folded text, and where the letter of each of its characters begins in the text
 */
function foldLetters(text: string): { folded: string; places: number[] } {
  let folded = ''
  const places: number[] = []
  let place = 0
  for (const letter of text) {
    const part = letter.trim() === '' ? ' ' : foldText(letter)
    places.push(...Array.from(part, () => place))
    folded += part
    place += letter.length
  }
  return { folded, places }
}

/** Returns the part of a text that matches a search; undefined if there is none. */
export function highlightedRange(text: string, search: string): string | undefined {
  const wanted = foldText(search)
  if (wanted === '') return undefined
  const { folded, places } = foldLetters(text)
  const match = findMatch(folded, wanted)
  if (match === undefined) return undefined
  // A letter that folds to two is marked as a whole.
  const last = places[match.start + match.length - 1] ?? text.length
  const after = places.find((place) => place > last)
  return text.slice(places[match.start], after)
}

/** Shows a text with the match of a search highlighted, also if it has a typo. */
export function HighlightedText({ text, search }: { text: string; search: string }) {
  const part = highlightedRange(text, search)
  return part === undefined ? (
    text
  ) : (
    <Highlight highlight={part} component="span" inherit color="caution">
      {text}
    </Highlight>
  )
}
