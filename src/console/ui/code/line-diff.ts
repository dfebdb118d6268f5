import { diffLines } from 'diff'

/** One line of a comparison: in both texts, or only in the first or second. */
export interface DiffLine {
  kind: 'same' | 'removed' | 'added'
  text: string
}

/** How many lines may be removed or added: the time grows with their square, to many seconds. */
const maxChangedLines = 3000

/** Compares two texts line by line, so that moved and repeated lines count too. */
export function diffTexts(before: string, after: string): DiffLine[] {
  const options = { maxEditLength: maxChangedLines }
  const parts = diffLines(`${before}\n`, `${after}\n`, options)
  if (parts === undefined) return diffEnds(before.split('\n'), after.split('\n'))
  return parts.flatMap(({ value, added, removed }) => {
    const unlessAdded = removed ? 'removed' : 'same'
    const kind = added ? 'added' : unlessAdded
    return linesOf(kind, value.split('\n').slice(0, -1))
  })
}

function linesOf(kind: DiffLine['kind'], lines: readonly string[]): DiffLine[] {
  return lines.map((text) => ({ kind, text }))
}

/** Takes everything between the common lines at both ends as replaced. */
function diffEnds(before: readonly string[], after: readonly string[]): DiffLine[] {
  const most = Math.min(before.length, after.length)
  let start = 0
  while (start < most && before[start] === after[start]) start += 1
  let end = 0
  while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) end += 1
  return [
    ...linesOf('same', before.slice(0, start)),
    ...linesOf('removed', before.slice(start, before.length - end)),
    ...linesOf('added', after.slice(start, after.length - end)),
    ...linesOf('same', before.slice(before.length - end)),
  ]
}

/** Whether a line is the first of a change. Lines that replace others are part of one change. */
export function startsChange(lines: readonly DiffLine[], index: number): boolean {
  const isChanged = (line: DiffLine | undefined) => line !== undefined && line.kind !== 'same'
  return isChanged(lines[index]) && !isChanged(lines[index - 1])
}

/** A run of lines, or the number of unchanged lines left out. */
type DiffPart = { lines: readonly DiffLine[] } | { skipped: number }

/** Leaves out unchanged lines, except `context` lines around each change. */
export function foldUnchanged(lines: readonly DiffLine[], context: number): DiffPart[] {
  const isNearChange = lines.map(() => false)
  for (const [index, { kind }] of lines.entries())
    if (kind !== 'same') isNearChange.fill(true, Math.max(0, index - context), index + context + 1)
  const parts: DiffPart[] = []
  for (let start = 0; start < lines.length;) {
    const next = isNearChange.indexOf(isNearChange[start] !== true, start)
    const end = next === -1 ? lines.length : next
    const isShown = isNearChange[start] === true
    parts.push(isShown ? { lines: lines.slice(start, end) } : { skipped: end - start })
    start = end
  }
  return parts
}
