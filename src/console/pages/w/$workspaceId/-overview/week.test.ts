import { expect, test } from 'vitest'
import { weekOf } from './week'

const point = (at: Date, used: number, refused: number) => ({
  at: at.toISOString(),
  used,
  refused,
  peak: 0,
})

test('requests and alerts are added up by day of the user, the last seven days', () => {
  const now = new Date(2026, 2, 30, 9)
  const day = (date: number, hour: number) => new Date(2026, 2, date, hour)
  const points = [
    point(day(23, 23), 100, 100),
    point(day(24, 0), 1, 0),
    point(day(29, 12), 5, 2),
    point(day(29, 23), 6, 3),
    point(day(30, 8), 7, 0),
  ]
  const week = weekOf({
    now: now.getTime(),
    accepted: points,
    refused: points,
    alertTimes: [day(29, 13), day(10, 1)].map((time) => time.toISOString()),
  })
  expect(week.map(({ start }) => new Date(start).getDate())).toEqual([24, 25, 26, 27, 28, 29, 30])
  expect(week.map(({ accepted }) => accepted)).toEqual([1, 0, 0, 0, 0, 11, 7])
  expect(week.map(({ refused }) => refused)).toEqual([0, 0, 0, 0, 0, 5, 0])
  expect(week.map(({ alerts }) => alerts)).toEqual([0, 0, 0, 0, 0, 1, 0])
})
