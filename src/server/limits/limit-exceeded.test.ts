import { expect, test } from 'vitest'
import { LimitExceeded } from './limit-exceeded'

test('a limit is named with separators, as in the console', () => {
  const { message } = new LimitExceeded('apiRequestsPerHour', 1_000_000, 60)
  expect(message).toBe(
    "The limit 'API requests per hour' (apiRequestsPerHour) of 1,000,000 is reached: " +
      'try again in 60 s, or raise the limit',
  )
})
