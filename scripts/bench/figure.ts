/** One line of the table: what was measured, what came out, and what it should be. */
export interface Figure {
  what: string
  seen: string
  /** Absent where the figure only stands beside another. */
  goal?: string
  met?: boolean
}

/** A figure that should be at least, or at most, its goal. */
export function figure(
  what: string,
  value: number,
  {
    atLeast,
    atMost,
    unit = '',
    digits = 0,
  }: { atLeast?: number; atMost?: number; unit?: string; digits?: number },
): Figure {
  const written = (number: number) =>
    `${number.toLocaleString('en', { maximumFractionDigits: digits, minimumFractionDigits: digits })}${unit === '' ? '' : ` ${unit}`}`
  const line = { what, seen: written(value) }
  if (atLeast !== undefined)
    return { ...line, goal: `≥ ${written(atLeast)}`, met: value >= atLeast }
  if (atMost !== undefined) return { ...line, goal: `< ${written(atMost)}`, met: value < atMost }
  return line
}

/** The value that a share of all lies below: 0.5 is the median. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/** The figures as a table of Markdown, so that it can be kept. */
export function table(figures: readonly Figure[]): string {
  const rows = figures.map(({ what, seen, goal = '', met }) => [
    what,
    seen,
    goal,
    met === undefined ? '' : met ? 'met' : '**not met**',
  ])
  return [['measure', 'figure', 'goal', ''], ['---', '---:', '---:', '---'], ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')
}
