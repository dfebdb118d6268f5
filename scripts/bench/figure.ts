/** One row of the table: what was measured, the result and the goal. */
export interface Figure {
  what: string
  seen: string
  /** Absent for figures without a goal. */
  goal?: string
  met?: boolean
}

/** Creates a figure that should be at least or at most its goal. */
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
  const format = new Intl.NumberFormat('en', {
    maximumFractionDigits: digits,
    minimumFractionDigits: digits,
  })
  const written = (number: number) => `${format.format(number)} ${unit}`.trimEnd()
  const line = { what, seen: written(value) }
  if (atLeast !== undefined)
    return { ...line, goal: `≥ ${written(atLeast)}`, met: value >= atLeast }
  if (atMost !== undefined) return { ...line, goal: `< ${written(atMost)}`, met: value < atMost }
  return line
}

/** Returns the value below which a share of all values lies: 0.5 is the median. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/** Returns the median of a value that is computed from each round. */
export function medianOf<Round>(rounds: readonly Round[], value: (round: Round) => number): number {
  return quantile(rounds.map(value), 0.5)
}

/** Formats the figures as a Markdown table. */
export function table(figures: readonly Figure[]): string {
  const rows = figures.map(({ what, seen, goal = '', met }) => {
    const verdict = met === true ? 'met' : '**not met**'
    return [what, seen, goal, met === undefined ? '' : verdict]
  })
  return [['measure', 'figure', 'goal', ''], ['---', '---:', '---:', '---'], ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')
}
