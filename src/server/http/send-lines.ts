import type { Context } from 'hono'
import type { ApiEnvironment } from './environment'

/** Whether a service returned a stream of lines. */
export function isStream(outcome: unknown): outcome is AsyncIterable<readonly unknown[]> {
  return typeof outcome === 'object' && outcome !== null && Symbol.asyncIterator in outcome
}

/**
 * Sends batches of values as NDJSON, one value a line. A batch is read when the client has taken the
 * one before, so that a slow client costs no memory.
 */
export function sendLines(
  context: Context<ApiEnvironment>,
  batches: AsyncIterable<readonly unknown[]>,
): Response {
  const iterator = batches[Symbol.asyncIterator]()
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await iterator.next()
      if (done === true) controller.close()
      else
        controller.enqueue(
          encoder.encode(value.map((line) => `${JSON.stringify(line)}\n`).join('')),
        )
    },
    async cancel() {
      await iterator.return?.()
    },
  })
  context.header('Content-Type', 'application/x-ndjson')
  context.header('Cache-Control', 'no-store')
  // Without one, the middleware would read the whole stream to compute it.
  context.header('ETag', `W/"${context.get('requestId')}"`)
  return context.body(body)
}
