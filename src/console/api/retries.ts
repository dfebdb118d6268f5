import { pause } from '@/console/browser/pause'
import { ApiError, toApiError } from './api-error'

const maxRetries = 2
/** The longest that a request waits after a 429: the page would look as if it were stuck. */
export const maxWaitSeconds = 3

/** Whether a read is repeated: the error may be temporary, and not for long. */
export function isRepeated(failures: number, error: unknown): boolean {
  const { status, facts } = toApiError(error)
  const isOfServer = status >= 500 && status !== 501
  return (
    failures < maxRetries &&
    error instanceof ApiError &&
    (status === 0 || status === 429 || isOfServer) &&
    (facts.retryAfter ?? 0) <= maxWaitSeconds
  )
}

/** Returns how many milliseconds to wait before a read is repeated. */
export function repeatDelay(failures: number, error: unknown): number {
  return (toApiError(error).facts.retryAfter ?? 0.5 * 2 ** failures) * 1000
}

/** Repeats a read outside of a query as queries do. */
export async function withRepeats<Data>(read: () => Promise<Data>): Promise<Data> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await read()
    } catch (error) {
      if (!isRepeated(failures, error)) throw error
      await pause(repeatDelay(failures, error))
    }
  }
}
