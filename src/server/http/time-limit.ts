import { ServiceError } from '@/server/core/service-error'
import { within } from '@/server/core/time/within'

/**
 * Limits the total time of the work for one request. Other waiting, such as for a slow upload, does
 * not count. Work that exceeds the limit continues in the background; every wait for the database
 * ends within seconds.
 * @throws unavailable from the returned function
 */
export function timeLimit(
  milliseconds: number,
): <Result>(work: Promise<Result>) => Promise<Result> {
  let left = milliseconds
  return async (work) => {
    const since = performance.now()
    try {
      return await within(left, work, () => {
        throw new ServiceError(
          'unavailable',
          'The request took too long: check whether it had an effect before you repeat it',
        )
      })
    } finally {
      left -= performance.now() - since
    }
  }
}
