import { expect, test } from 'vitest'
import { countRejectedAt } from './usage'

const usage = {
  level: 0,
  points: [],
  attempts: [
    { amount: 4, times: 100 },
    { amount: 5, times: 10 },
    { amount: 8, times: 2 },
  ],
}

test('a rate limit would have refused the excess of each second', () => {
  expect(countRejectedAt('apiRequestsPerSecond', usage, 8)).toBe(0)
  expect(countRejectedAt('apiRequestsPerSecond', usage, 5)).toBe(2 * 3)
  expect(countRejectedAt('apiRequestsPerSecond', usage, 4)).toBe(10 * 1 + 2 * 4)
})

test('a limit of requests in flight would have refused those that came when it was full', () => {
  expect(countRejectedAt('parallelApiRequests', usage, 8)).toBe(0)
  expect(countRejectedAt('parallelApiRequests', usage, 5)).toBe(2)
  expect(countRejectedAt('parallelApiRequests', usage, 4)).toBe(12)
})
