import type { Context } from 'hono'
import { streamSSE } from 'hono/streaming'
import { heartbeatSeconds } from '@/contract/changes'
import { ServiceError } from '@/server/core/service-error'
import type { HonoEnv } from './hono-env'

/** Whether the token of a stream is still accepted. An outage of the database refuses no token. */
async function isAccepted(verify: () => Promise<unknown>): Promise<boolean> {
  try {
    await verify()
    return true
  } catch (error) {
    return !(error instanceof ServiceError)
  }
}

/**
 * Sends batches of items as server-sent events, one event with JSON data per item. Before each
 * batch, even an empty one, the token is verified again; the stream ends when it is refused.
 * @param batches must yield at least once a second, or a lost connection is noticed late
 */
export function sendEvents(
  c: Context<HonoEnv>,
  batches: AsyncIterable<readonly unknown[]>,
  verify: () => Promise<unknown>,
): Response {
  // Disables buffering in nginx, so that events are sent at once.
  c.header('X-Accel-Buffering', 'no')
  return streamSSE(c, async (stream) => {
    if (c.req.method === 'HEAD') return
    let sentAt = -Infinity
    for await (const batch of batches) {
      if (stream.aborted || !(await isAccepted(verify))) break
      for (const item of batch) await stream.writeSSE({ data: JSON.stringify(item) })
      const now = performance.now()
      if (batch.length > 0) sentAt = now
      else if (now - sentAt >= heartbeatSeconds * 1000) {
        sentAt = now
        await stream.write(': \n\n')
      }
    }
  })
}
