import { expect, test } from 'vitest'
import { usageSpanNames } from '@/contract/usage'
import { usageQuery } from './usage'

test('usage is polled less often the longer its span is', () => {
  const seconds = usageSpanNames.map((span) => [
    span,
    Number(usageQuery('workspace', span).refetchInterval) / 1000,
  ])
  expect(Object.fromEntries(seconds)).toEqual({ hour: 3, day: 45, week: 60, month: 60 })
})
