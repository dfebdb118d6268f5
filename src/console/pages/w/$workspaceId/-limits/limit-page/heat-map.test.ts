import { expect, test } from 'vitest'
import { heatMap, stepsOfLastDays } from './heat-map'

const hour = 3_600_000

test('hours are arranged by local day, with their share of the busiest one', () => {
  const midnight = new Date(2026, 4, 20).getTime()
  const steps = [-1, 0, 1, 2].map((hours) => ({
    start: midnight + hours * hour,
    used: (hours + 1) * 10,
    refused: hours === 2 ? 10 : 0,
    peak: hours + 1,
  }))
  const [first, second, ...others] = heatMap(steps)
  expect(others).toEqual([])
  expect(first?.start).toBe(new Date(2026, 4, 19).getTime())
  expect(first?.hours).toHaveLength(24)
  expect(first?.hours[23]).toMatchObject({ used: 0, heat: 0 })
  expect(first?.hours[0]).toBeUndefined()
  expect(second?.start).toBe(midnight)
  expect(second?.hours.slice(0, 4).map((cell) => cell?.heat)).toEqual([1, 2, 4, undefined])
})

test('the last 7 days are today and the six days before, as on the overview', () => {
  const now = new Date(2026, 4, 20, 9).getTime()
  const steps = Array.from({ length: 169 }, (_, hours) => ({
    start: now - (168 - hours) * hour,
    used: 1,
    refused: 0,
    peak: 1,
  }))
  const days = heatMap(stepsOfLastDays(steps, now))
  expect(days.map(({ start }) => new Date(start).getDate())).toEqual([14, 15, 16, 17, 18, 19, 20])
  expect(days[0]?.hours[0]?.used, 'the first of them is whole').toBe(1)
})
