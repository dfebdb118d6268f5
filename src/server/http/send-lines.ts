import type { Context } from 'hono'
import { ServiceError } from '@/server/core/service-error'
import type { TurnRules } from '@/server/core/workspace-turns'
import { DatabaseUnavailable } from '@/server/store/database-unavailable'
import type { HonoEnv } from './hono-env'

/**
 * An export has a page of up to 8 MB in memory until its client has taken it. Without turns, slow
 * clients of one workspace could fill the memory of the server.
 */
export const exportRules: TurnRules = {
  atOnce: 4,
  busy: 'Too many exports of this workspace are in progress: try again in a moment',
}

/** Logs why a stream was cut off: expected reasons without a stack. */
function logCut(c: Context<HonoEnv>, error: unknown): void {
  const { log } = c.get('dependencies')
  const [requestId, message] = [c.get('requestId'), 'an export was cut off']
  if (error instanceof ServiceError || error instanceof DatabaseUnavailable)
    log.info({ requestId, reason: error.message }, message)
  else log.error({ requestId, error }, message)
}

/**
 * Sends batches of values as NDJSON, one value per line. The next batch is read once the client has
 * received the last one, so that slow clients take up no memory. Before each, the token is verified
 * again. If it is refused, the connection is cut, so that nobody mistakes a part for the whole.
 * @param disconnect closes the connection of the request; without it, the body fails
 */
export function sendLines(
  c: Context<HonoEnv>,
  batches: AsyncIterable<readonly unknown[]>,
  verify: () => Promise<unknown>,
  disconnect: ((c: Context) => void) | undefined,
): Response {
  const iterator = batches[Symbol.asyncIterator]()
  const encoder = new TextEncoder()
  let isCancelled = false
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          await verify()
          const { done, value } = await iterator.next()
          // The client went away meanwhile.
          if (isCancelled) return
          if (done === true) controller.close()
          else
            controller.enqueue(
              encoder.encode(value.map((line) => `${JSON.stringify(line)}\n`).join('')),
            )
        } catch (error) {
          logCut(c, error)
          if (disconnect === undefined) throw error
          disconnect(c)
        }
      },
      async cancel() {
        isCancelled = true
        await iterator.return?.()
      },
    },
    // Nothing is read in advance: a HEAD request reads nothing.
    { highWaterMark: 0 },
  )
  c.header('Content-Type', 'application/x-ndjson')
  c.header('Cache-Control', 'no-store')
  return c.body(body)
}
