import { diffLines } from 'diff'

/** One line of a comparison: in both texts, or only in the first or second. */
export interface DiffLine {
  kind: 'same' | 'removed' | 'added'
  text: string
}

/** Compares two texts line by line, so that moved and repeated lines count too. */
export function diffTexts(before: string, after: string): DiffLine[] {
  return diffLines(`${before}\n`, `${after}\n`).flatMap(({ value, added, removed }) => {
    const unlessAdded = removed ? 'removed' : 'same'
    const kind = added ? 'added' : unlessAdded
    const lines = value.split('\n').slice(0, -1)
    return lines.map((text): DiffLine => ({ kind, text }))
  })
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
