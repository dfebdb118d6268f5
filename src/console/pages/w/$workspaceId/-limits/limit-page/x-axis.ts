import { formatDay, formatHour } from '@/console/ui/format/format-date'
import type { UsageSpan } from '@/contract/usage'
import type { Step } from './steps'

interface TimeLabels {
  /** The period, in the time zone of the user, at whose start the axis is labelled. */
  periodOf: (time: Date) => number
  format: (start: number) => string
}

const days: TimeLabels = { periodOf: (time) => time.getDate(), format: formatDay }

const labelsOf: Record<UsageSpan, TimeLabels> = {
  hour: { periodOf: (time) => Math.floor(time.getMinutes() / 10), format: formatHour },
  day: { periodOf: (time) => Math.floor(time.getHours() / 3), format: formatHour },
  week: days,
  month: days,
}

/** The properties of a time axis that is labelled at round times. */
export function xAxisOf(steps: readonly Pick<Step, 'start'>[], span: UsageSpan) {
  const { periodOf, format } = labelsOf[span]
  const starts = steps.map(({ start }) => start)
  const periods = starts.map((start) => periodOf(new Date(start)))
  // There is no room for a label at the end.
  const end = starts.length * 0.95
  return {
    ticks: starts.filter(
      (_, index) => index > 0 && index < end && periods[index] !== periods[index - 1],
    ),
    tickFormatter: format,
    // If not all labels fit, the others are at equal distances.
    interval: 'equidistantPreserveStart' as const,
    minTickGap: 24,
  }
}
