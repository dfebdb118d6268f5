import { ServiceError } from '../core/service-error'

/**
 * Limits how long the parts of one request may take together. What is not passed through it, such
 * as waiting for a slow upload, does not count. Work that exceeds the limit is left to end by
 * itself; every wait for the database ends within seconds.
 * @throws unavailable from the returned function
 */
export function timeLimit(
  milliseconds: number,
): <Result>(work: Promise<Result>) => Promise<Result> {
  let left = milliseconds
  return async (work) => {
    const since = performance.now()
    let timer: ReturnType<typeof setTimeout> | undefined
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(
        () =>
          reject(
            new ServiceError(
              'unavailable',
              'The request took too long: check whether it had an effect before you repeat it',
            ),
          ),
        left,
      )
    })
    try {
      return await Promise.race([work, late])
    } finally {
      clearTimeout(timer)
      left -= performance.now() - since
    }
  }
}
