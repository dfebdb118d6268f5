import { expect, test } from 'vitest'
import type { LimitName } from '@/contract/limits'
import type { Level } from '@/server/core/ports/meter'
import { recordVerdict, refusalOf } from './admit-request'
import { UsageRecorder } from './usage-recorder'

const level = (limit: LimitName, used: number, max: number, resetSeconds = 0): Level => ({
  limit,
  subject: 'one',
  max,
  windowSeconds: 1,
  used,
  resetSeconds,
  slot: 0,
})
const second = 'apiRequestsPerSecond'
const hour = 'apiRequestsPerHour'

test('of several full limits, the refusal names the one with the longest wait', () => {
  const levels = [level(second, 5, 5, 0.4), level(hour, 9, 9, 1800.2), level(hour, 1, 9, 3000)]
  for (const order of [levels, levels.toReversed()])
    expect(refusalOf({ accepted: false, levels: order })).toMatchObject({
      message:
        "The limit 'API requests per hour' (apiRequestsPerHour) of 9 is reached: " +
        'try again in 1801 s, or raise the limit',
      data: { limit: hour, value: 9, policy: 'api-hour', retryAfter: 1801 },
      retryAfterSeconds: 1801,
    })
})

test.each([
  ['a part of a second is a whole one', level(second, 5, 5, 0.01), 1],
  ['a window that has just moved on, too', level(second, 5, 5, 0), 1],
  ['a request in flight may end at any time', level('parallelApiRequests', 5, 5, 60), 1],
  ['a limit of 0 is full', level(second, 0, 0, 0.5), 1],
  ['a limit that is not whole has room for its whole part', level(second, 2, 2.5, 2), 2],
])('the wait: %s', (_what, full, seconds) => {
  expect(refusalOf({ accepted: false, levels: [full] })?.retryAfterSeconds).toBe(seconds)
})

test('of a limit of 0, the refusal does not advise trying again', () => {
  expect(refusalOf({ accepted: false, levels: [level(second, 0, 0)] })?.message).toBe(
    "The limit 'API requests per second' (apiRequestsPerSecond) is 0, which allows none: raise it",
  )
  const withLongerWait = [level(hour, 5, 5, 2000), level(second, 0, 0)]
  expect(refusalOf({ accepted: false, levels: withLongerWait })?.message).toContain('is 0')
})

test('an accepted request is not refused, although it filled a limit', () => {
  expect(refusalOf({ accepted: true, levels: [level(second, 5, 5)] })).toBeUndefined()
})

test('a refused request is recorded for the full limits only, with the attempt', () => {
  const recorded: unknown[] = []
  const usage = new UsageRecorder(() => new Date())
  usage.record = (entry) => void recorded.push(entry)
  recordVerdict({ usage }, 'w', {
    accepted: false,
    levels: [level(second, 5, 5), level(hour, 4, 5)],
  })
  expect(recorded).toEqual([{ workspaceId: 'w', limit: second, level: 6, max: 5, refused: true }])
  recordVerdict({ usage }, 'w', { accepted: true, levels: [level(second, 5, 5)] })
  expect(recorded[1]).toEqual({
    workspaceId: 'w',
    limit: second,
    level: 5,
    max: 5,
    refused: false,
  })
})
