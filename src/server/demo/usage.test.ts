import { expect, test } from 'vitest'
import { launches, usageRows } from './usage'

const minute = 60_000
const hour = 60 * minute
// A Wednesday, at 30 seconds past the minute.
const now = new Date('2026-05-20T15:04:30Z')
const rows = usageRows(now)
const ofLimit = (limit: string) =>
  rows
    .filter(({ limit_name: name }) => name === limit)
    .map(({ minute: time, used, refused, peak, spread }) => ({
      time: new Date(time).getTime(),
      used,
      refused,
      peak,
      spread: JSON.parse(spread ?? '{}'),
    }))
const perSecond = ofLimit('apiRequestsPerSecond')
const perHour = ofLimit('apiRequestsPerHour')
const parallel = ofLimit('parallelApiRequests')
const times = perSecond.map(({ time }) => time)
const last = Date.parse('2026-05-20T15:03:00Z')
const isInLaunch = (time: number) =>
  launches.some(({ hoursAgo, minutes }) => {
    const start = now.getTime() - hoursAgo * hour - minutes * minute
    return time > start && time < start + minutes * minute
  })

test('usage covers four weeks up to the last whole minute, the latest most closely', () => {
  for (const limit of [perHour, parallel]) expect(limit.map(({ time }) => time)).toEqual(times)
  expect([times[0], times.at(-1)]).toEqual([last - 28 * 24 * hour, last])
  const regular = times.filter((time) => !isInLaunch(time))
  for (const [index, time] of regular.entries()) {
    const since = last - time
    const step = since < 2 * hour ? 1 : since < 28 * hour ? 15 : 60
    expect((since / minute) % step, `${since / minute} minutes ago`).toBe(0)
    const next = regular[index + 1] ?? last + minute
    // A launch may be in between.
    if (!times.some((other) => other > time && other < next))
      expect(next - time).toBeLessThanOrEqual(step * minute)
  }
  expect(times).toHaveLength(new Set(times).size)
})

/** The requests of one minute, in rows of an hour. */
function requestsAt(isChosen: (date: Date) => boolean): number[] {
  return perSecond
    .filter(({ time }) => last - time > 30 * hour && !isInLaunch(time) && isChosen(new Date(time)))
    .map(({ used }) => used / 60)
}
const isWeekend = (date: Date) => date.getUTCDay() === 0 || date.getUTCDay() === 6
const isAt = (hours: number, weekend: boolean) => (date: Date) =>
  date.getUTCHours() === hours && isWeekend(date) === weekend

test.each([
  ['at noon of a working day', 180, 300, isAt(13, false)],
  ['at night', 63, 105, isAt(2, false)],
  ['in the morning', 130, 275, isAt(9, false)],
  ['at noon of a weekend', 72, 120, isAt(13, true)],
])('%s there are between %i and %i requests a minute', (_when, least, most, isChosen) => {
  const requests = requestsAt(isChosen)
  expect(requests.length).toBeGreaterThan(5)
  for (const count of requests) {
    expect(count).toBeGreaterThanOrEqual(least)
    expect(count).toBeLessThanOrEqual(most)
  }
  expect(new Set(requests).size, 'they vary').toBeGreaterThan(1)
})

test('requests are refused during launches only, when the limit is fully used', () => {
  for (const { time, refused } of perSecond)
    if (refused > 0) expect(isInLaunch(time), new Date(time).toISOString()).toBe(true)
  for (const { hoursAgo, minutes, limit } of launches) {
    const end = now.getTime() - hoursAgo * hour
    const during = perSecond.filter(
      ({ time }) => time < end && time > end - minutes * minute && isInLaunch(time),
    )
    expect(during.length).toBeGreaterThanOrEqual(minutes - 1)
    for (const { peak } of during) expect(peak).toBe(limit)
    const refused = during.map((row) => row.refused)
    expect(Math.max(...refused)).toBeGreaterThan(100)
    expect(Math.max(...refused)).toBeLessThanOrEqual(400)
  }
  for (const { refused } of [...perHour, ...parallel]) expect(refused).toBe(0)
})

test('the levels of a minute fit its requests', () => {
  for (const [index, { time, used, refused, peak, spread }] of perSecond.entries()) {
    expect(spread[0]).toBe(peak + refused)
    expect(spread[20]).toBeGreaterThanOrEqual(0)
    expect(parallel[index]?.peak).toBe(Math.max(1, Math.round(peak / 6)))
    // Earlier rows stand for several minutes.
    if (last - time >= 2 * hour) continue
    expect(spread[20]).toBe(Math.max(0, used - peak))
    expect(perHour[index]?.peak).toBe(used * 60)
    expect(peak).toBe(Math.max(1, Math.round(used / 9)))
  }
  expect(perHour.map(({ used }) => used)).toEqual(perSecond.map(({ used }) => used))
  expect(parallel.map(({ used }) => used)).toEqual(perSecond.map(({ used }) => used))
})
