import { diffLines } from 'diff'

/** One line of a comparison: in both texts, or in the first or second alone. */
export interface DiffLine {
  kind: 'same' | 'removed' | 'added'
  text: string
}

/** Compares two texts line by line, so that moved and repeated lines count too. */
export function diffTexts(before: string, after: string): DiffLine[] {
  return diffLines(`${before}\n`, `${after}\n`).flatMap(({ value, added, removed }) =>
    value
      .split('\n')
      .slice(0, -1)
      .map((text): DiffLine => ({ kind: added ? 'added' : removed ? 'removed' : 'same', text })),
  )
}

/** A run of lines, or how many unchanged lines are left out. */
export type DiffPart = { lines: readonly DiffLine[] } | { skipped: number }

/** The changed lines with `context` unchanged lines around them; the rest is left out. */
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
