import { expect, test } from 'vitest'
import { OncePer } from './once-per'

const start = new Date('2026-10-01T12:00:00.000Z')
const later = (milliseconds: number) => new Date(start.getTime() + milliseconds)

test('the same is recorded once in an interval, which begins when it is recorded', async () => {
  const once = new OncePer()
  const recorded: number[] = []
  for (const milliseconds of [0, 1, 999, 1000, 1001, 1999, 2000])
    await once.record(1000, ['a', 'b'], later(milliseconds), async () => {
      recorded.push(milliseconds)
    })
  expect(recorded).toEqual([0, 1000, 2000])
})

test('after the clock is set back, the same is recorded again', async () => {
  const once = new OncePer()
  let count = 0
  for (const seconds of [0, -3600])
    await once.record(1000, ['a'], later(seconds * 1000), async () => void (count += 1))
  expect(count).toBe(2)
})

test('what differs in a part is something else', async () => {
  const once = new OncePer()
  const recorded: string[][] = []
  for (const parts of [['a', 'b'], ['ab'], ['a'], ['a', 'b', ''], ['a', 'b']])
    await once.record(1000, parts, start, async () => void recorded.push(parts))
  expect(recorded).toEqual([['a', 'b'], ['ab'], ['a'], ['a', 'b', '']])
})

test('what could not be recorded is tried again at once', async () => {
  const once = new OncePer()
  const failure = new Error('no database')
  const failing = once.record(1000, ['a'], start, () => Promise.reject(failure))
  await expect(failing).rejects.toBe(failure)
  let count = 0
  for (let time = 0; time < 2; time += 1)
    await once.record(1000, ['a'], later(time), async () => void (count += 1))
  expect(count).toBe(1)
})
