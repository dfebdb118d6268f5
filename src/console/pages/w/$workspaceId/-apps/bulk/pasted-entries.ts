import Papa from 'papaparse'
import { outcomeLabels } from './outcomes'

/** What programs add to copied text invisibly. */
const invisible = /[\u200B\u2060\uFEFF]/g
/** Quotes, and the invisible marks of direction that Windows adds at the ends of copied text. */
const quotes = '"\'`“”„‘’‚«»\u200E\u200F\u202A\u202B\u202C\u202D\u202E\u2066\u2067\u2068\u2069'
/** What stands before an item of a list: a bullet or number, and a checkbox. */
const itemMark = /^\s*(?:(?:[-*+•–—]|\d+[.)])\s+)?(?:\[[ xX]\]\s+)?/

/**
 * Returns a text without the given characters at its start and end. A pattern for the end would
 * take quadratic time, because it is also tried at each such character before the end.
 */
function withoutEnds(text: string, leading: string, trailing: string): string {
  let [start, end] = [0, text.length]
  while (start < end && leading.includes(text.charAt(start))) start += 1
  while (start < end && trailing.includes(text.charAt(end - 1))) end -= 1
  return text.slice(start, end)
}

/** Returns a text without the quotes around it; empty if it has neither letters nor digits. */
function bare(text: string): string {
  const unquoted = withoutEnds(text.trim(), quotes, quotes).trim()
  return /[\p{L}\p{N}]/u.test(unquoted) ? unquoted : ''
}

/** The columns of a table that name the app of a row, the surest first. */
const namingColumns = ['id', 'key', 'uuid', 'name', 'app', 'given']
/** Returns the column that a heading names, which can say that it is one of apps: 'App key'. */
const columnOf = (heading: string) =>
  bare(heading)
    .toLowerCase()
    .replace(/^app[ _-]/, '')
/** The ids of tables can be others, such as numbers of rows. */
export const appId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * Returns one entry per row of a table with headings, such as an exported file: its other cells
 * can be keys of apps, too. Undefined if the text is no such table.
 */
function entriesInTable(text: string): string[] | undefined {
  const [head = [], ...rows] = Papa.parse<string[]>(text, { skipEmptyLines: true }).data
  const headings = head.map(columnOf)
  const columns = namingColumns.filter((name) => headings.includes(name))
  const isTable = head.length > 1 && rows.every(({ length }) => length === head.length)
  if (!isTable || columns.length === 0) return undefined
  return rows.flatMap((row) => {
    const cells = columns.map((name) => ({ name, cell: bare(row[headings.indexOf(name)] ?? '') }))
    return (
      cells.find(({ name, cell }) => (name === 'id' ? appId.test(cell) : cell !== ''))?.cell ?? []
    )
  })
}

const outcomes = Object.values(outcomeLabels)

/** Returns the app of a line that `asText` wrote for a ticket. */
function appOfResult(line: string): string | undefined {
  const ends = outcomes.map((outcome) => line.indexOf(`: ${outcome}`)).filter((end) => end > 0)
  return ends.length === 0 ? undefined : line.slice(0, Math.min(...ends))
}

/** Returns the lines below the heading of a single column, or all if they have none. */
function linesBelowHeading(lines: readonly string[]): readonly string[] {
  const [first = '', ...others] = lines
  return others.length > 0 && namingColumns.includes(columnOf(first)) ? others : lines
}

const withoutInvisible = (pasted: string) => pasted.normalize('NFC').replaceAll(invisible, '')
const linesOf = (text: string) => text.split(/[\r\n]+/).map((line) => line.replace(itemMark, ''))

/** Returns the lines that could be a name with a comma: 'Acme, Inc.' */
export function commaNamesIn(pasted: string): string[] {
  const lines = linesOf(withoutInvisible(pasted)).map(bare)
  return lines.filter((line) => /^\P{Lu}*\p{Lu}.*, /su.test(line) && !line.includes('\t'))
}

/**
 * Parses a pasted list into distinct entries. An entry with spaces is a name or several keys.
 * @param isName whether a line is a name, although it has separators
 */
export function entriesIn(
  pasted: string,
  isName: (line: string) => boolean = () => false,
): string[] {
  const text = withoutInvisible(pasted)
  const lines = linesOf(text)
  const results = lines.flatMap((line) => appOfResult(line) ?? [])
  const entries =
    results.length > 0
      ? results
      : (entriesInTable(text) ??
        linesBelowHeading(lines).flatMap((line) =>
          isName(bare(line)) ? line : line.split(/[\t,;|]+/),
        ))
  return [...new Set(entries.map(bare).filter((entry) => entry !== ''))]
}

/** Splits an entry that is not a name into its words, without punctuation; a link is its app. */
export function wordsIn(entry: string): string[] {
  return entry.split(/\s+/).flatMap((word) => {
    const [, linked] = /^https?:\/\/.*[?&]app=([^&#]+)/.exec(word) ?? []
    return linked ?? (bare(withoutEnds(word, '([{', ')]}.:!?')) || [])
  })
}
