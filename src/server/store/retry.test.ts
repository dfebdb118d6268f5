import { expect, test, vi } from 'vitest'
import { retryOnConflict } from './retry'

const failure = (code: string, message = 'failed') => Object.assign(new Error(message), { code })

/** Work that fails this many times, and how often it was tried. */
function failing(times: number, error: unknown) {
  const work = vi.fn<() => Promise<string>>(async () => {
    if (work.mock.calls.length <= times) throw error
    return 'done'
  })
  return work
}

test.each([
  ['a serialization failure', failure('40001')],
  ['a deadlock', failure('40P01')],
  ['a changed table', failure('0A000', 'cached plan must not change result type')],
])('work that met %s is done again, five times in all', async (_name, error) => {
  const work = failing(2, error)
  expect(await retryOnConflict(work)).toBe('done')
  expect(work).toHaveBeenCalledTimes(3)
  const hopeless = failing(5, error)
  await expect(retryOnConflict(hopeless)).rejects.toBe(error)
  expect(hopeless).toHaveBeenCalledTimes(5)
})

test.each([
  ['of its data', failure('23505')],
  ['of a feature that is missing', failure('0A000', 'not supported')],
  ['of no database', new Error('40001')],
  ['of something else than an error', { code: '40001' }],
])('work that failed because %s is not done again', async (_name, error) => {
  const work = failing(1, error)
  await expect(retryOnConflict(work)).rejects.toBe(error)
  expect(work).toHaveBeenCalledTimes(1)
})
