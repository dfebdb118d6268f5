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

/** Returns the part of a text that matches a search; undefined if there is none. */
export function highlightedRange(text: string, search: string): string | undefined {
  const [folded, wanted] = [foldText(text), foldText(search)]
  // If folding changes the length, offsets in the folded text don't fit the original.
  if (wanted === '' || folded.length !== text.length) return undefined
  const place = findMatch(folded, wanted)
  return place === undefined ? undefined : text.slice(place.start, place.start + place.length)
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
