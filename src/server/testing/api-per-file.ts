import { setTimeout } from 'node:timers/promises'
import { afterAll } from 'vitest'
import { testApi, type TestApi, type TestOptions } from './api'

/**
 * Starts an API that all tests of a file share, and closes it after them.
 * @throws when that takes too long: Vitest has no time limit for what a file awaits as it loads
 */
export async function apiPerFile(options?: TestOptions): Promise<TestApi> {
  const tooLong = setTimeout(120_000, undefined, { ref: false }).then(() => {
    throw new Error('The API of the tests did not start within two minutes')
  })
  const api = await Promise.race([testApi(options), tooLong])
  afterAll(() => api.close())
  return api
}
