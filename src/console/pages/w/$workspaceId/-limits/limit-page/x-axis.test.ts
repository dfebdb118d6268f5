import { expect, test } from 'vitest'
import { usageSpans, type UsageSpan } from '@/contract/usage'
import { xAxisOf } from './x-axis'

/** Returns the labels of a span that ends at a local time. */
function labels(span: UsageSpan, end: Date): string[] {
  const { seconds, stepSeconds } = usageSpans[span]
  const steps = Array.from({ length: seconds / stepSeconds + 1 }, (_, index) => ({
    start: end.getTime() - (seconds - index * stepSeconds) * 1000,
  }))
  const { ticks, tickFormatter } = xAxisOf(steps, span)
  // Some versions of the formatter have a narrow space before AM.
  return ticks.map((tick) => tickFormatter(tick).replaceAll('\u202F', ' '))
}

test('a time axis is labelled at round times', () => {
  const end = new Date(2026, 10, 28, 11, 14)
  expect(labels('hour', end)).toEqual([
    '10:20 AM',
    '10:30 AM',
    '10:40 AM',
    '10:50 AM',
    '11:00 AM',
    '11:10 AM',
  ])
  const hour = new Date(2026, 10, 28, 11)
  expect(labels('day', hour)).toEqual([
    '12:00 PM',
    '3:00 PM',
    '6:00 PM',
    '9:00 PM',
    '12:00 AM',
    '3:00 AM',
    '6:00 AM',
    '9:00 AM',
  ])
  expect(labels('week', hour)).toEqual([22, 23, 24, 25, 26, 27, 28].map((day) => `Nov ${day}`))
  const days = labels('month', hour)
  expect(days[0]).toBe('Oct 30')
  expect(days.at(-1), 'there is room for the label').toBe('Nov 27')
})
