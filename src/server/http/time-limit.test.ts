import { expect, test } from 'vitest'
import { timeLimit } from './time-limit'

const never = new Promise<never>(() => {})

test('work within the limit passes; work that takes longer fails as unavailable', async () => {
  const inTime = timeLimit(50)
  expect(await inTime(Promise.resolve('done'))).toBe('done')
  await expect(inTime(Promise.reject(new Error('its own')))).rejects.toThrow('its own')
  await expect(inTime(never)).rejects.toMatchObject({ key: 'unavailable' })
})

test('the parts of a request share the time', async () => {
  const inTime = timeLimit(50)
  await expect(inTime(never)).rejects.toMatchObject({ key: 'unavailable' })
  const since = performance.now()
  await expect(inTime(never)).rejects.toMatchObject({ key: 'unavailable' })
  expect(performance.now() - since).toBeLessThan(45)
})
