import { formatTime } from '@/console/ui/format/format-date'
import type { Alert } from '@/contract/alerts'
import type { LimitChange } from './limit-history'
import type { Step } from './steps'

/** Something that happened to a limit, marked in its chart. */
export interface ChartMark {
  /** The start of the step in which it happened, in milliseconds since 1970. */
  start: number
  kind: 'change' | 'alert'
  text: string
}

/** Returns changes of a limit and its alerts as marks of the steps that they fall into. */
export function chartMarks(
  steps: readonly Step[],
  changes: readonly LimitChange[],
  alerts: readonly Pick<Alert, 'createdAt' | 'severity'>[],
  amount: (value: number | undefined) => string,
): ChartMark[] {
  const mark = (createdAt: string, kind: ChartMark['kind'], text: string) => {
    const time = Date.parse(createdAt)
    const step = steps.findLast(({ start }) => start <= time)
    return step === undefined
      ? []
      : [{ start: step.start, kind, text: `${formatTime(createdAt)} ${text}` }]
  }
  return [
    ...changes.flatMap(({ event, layer, before, after }) =>
      mark(
        event.createdAt,
        'change',
        `${event.actor.name}: ${layer} limit from ${amount(before)} to ${amount(after)}`,
      ),
    ),
    ...alerts.flatMap(({ createdAt, severity }) =>
      mark(createdAt, 'alert', `Alert raised: ${severity}`),
    ),
  ].sort((one, other) => one.start - other.start)
}
