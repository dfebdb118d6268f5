import type { UsagePoint } from '@/contract/usage'

export interface Step {
  /** Milliseconds since 1970. */
  start: number
  used: number
  refused: number
  peak: number
}

/** Returns every step of a span in order, including those without usage. */
export function stepsOf(
  { from, to, stepSeconds }: { from: string; to: string; stepSeconds: number },
  points: readonly UsagePoint[],
): Step[] {
  const byStart = new Map(points.map((point) => [Date.parse(point.at), point]))
  const first = Date.parse(from)
  const length = Math.floor((Date.parse(to) - first) / (stepSeconds * 1000)) + 1
  return Array.from({ length }, (_, index) => {
    const start = first + index * stepSeconds * 1000
    const { used = 0, refused = 0, peak = 0 } = byStart.get(start) ?? {}
    return { start, used, refused, peak }
  })
}
