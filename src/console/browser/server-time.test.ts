import { expect, test } from 'vitest'
import { noteServerTime, serverTime } from './server-time'

test('the time of the server counts where this computer’s differs by half a minute', () => {
  const note = (seconds: number) =>
    noteServerTime(new Date(Date.now() + seconds * 1000).toUTCString())
  for (const seconds of [-120, 120]) {
    note(seconds)
    noteServerTime(null)
    noteServerTime('no date')
    expect(Math.abs(serverTime(0) / 1000 - seconds)).toBeLessThan(5)
  }
  expect(Math.abs(serverTime() - Date.now() - 120_000)).toBeLessThan(5000)
  note(-20)
  expect(serverTime(5)).toBe(5)
})
