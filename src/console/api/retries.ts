import { pause } from '@/console/browser/pause'
import { ApiError, toApiError } from './api-error'

const maxRetries = 2
/**
 * The longest wait that a server may ask for: the page would look as if it were stuck. For a read
 * it is the limit of each wait, for a write of all.
 */
export const maxWaitSeconds = 3

/** Whether to retry a read: the error may be temporary, and the server asks for a short wait. */
export function shouldRetry(failures: number, error: unknown): boolean {
  const { status, facts } = toApiError(error)
  const isOfServer = status >= 500 && status !== 501
  return (
    failures < maxRetries &&
    error instanceof ApiError &&
    (status === 0 || status === 429 || isOfServer) &&
    (facts.retryAfter ?? 0) <= maxWaitSeconds
  )
}

/** Returns how many milliseconds to wait before a read is retried. */
export function retryDelay(failures: number, error: unknown): number {
  return (toApiError(error).facts.retryAfter ?? 0.5 * 2 ** failures) * 1000
}

/** Retries a read outside of a query as queries do. */
export async function withRetries<Data>(read: () => Promise<Data>): Promise<Data> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await read()
    } catch (error) {
      if (!shouldRetry(failures, error)) throw error
      await pause(retryDelay(failures, error))
    }
  }
}
