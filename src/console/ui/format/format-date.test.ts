import { expect, onTestFinished, test, vi } from 'vitest'
import { formatDayAndHour, formatHour, formatListDay, formatListTime } from './format-date'

const now = Date.parse('2026-11-24T12:00:00Z')
const at = (milliseconds: number) => formatListTime(now + milliseconds, now)
const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]

test('a time in a list is relative within a day', () => {
  expect(at(-1000)).toBe('just now')
  expect(at(-2 * minute - 1)).toBe('2 min ago')
  expect(at(-59 * minute)).toBe('59 min ago')
  expect(at(-hour)).toBe('1 h ago')
  expect(at(-day + 1)).toBe('23 h ago')
  expect(at(1000)).toBe('in a minute')
  expect(at(5 * minute)).toBe('in 5 min')
  expect(at(3 * hour)).toBe('in 3 h')
})

test('an older time in a list has the day, and the year once that could be another', () => {
  expect(at(-2 * day)).toMatch(/^Nov 2\d, \d+:00\s[AP]M$/)
  expect(at(-200 * day)).toMatch(/^May \d+, 2026$/)
  expect(at(200 * day)).toMatch(/^Jun \d+, 2027$/)
})

test('a day has its year once that could be another', () => {
  expect(formatListDay(now - 15 * day, now)).toBe('Nov 9')
  expect(formatListDay(now - 200 * day, now)).toMatch(/^May \d+, 2026$/)
})

test('the hours of a chart are written as in lists', () => {
  const early = new Date(2026, 10, 24, 1, 5)
  expect(formatHour(early)).toMatch(/^1:05\sAM$/)
  expect(formatDayAndHour(early)).toMatch(/^Nov 24, 1:05\sAM$/)
})

test('a date in a language that is read from right to left is kept together', async () => {
  // The files that a worker runs after this one share its modules.
  onTestFinished(() => {
    vi.unstubAllGlobals()
    vi.resetModules()
  })
  vi.stubGlobal('navigator', { languages: ['he-IL'] })
  vi.resetModules()
  const { formatDate: inHebrew } = await import('./format-date')
  expect(inHebrew(now)).toBe('\u206824 בנוב׳ 2026\u2069')
})
