import type { Context } from 'hono'
import type { ApiEnvironment } from './environment'

/**
 * Sends batches of values as NDJSON, one value per line. The next batch is read once the client has
 * received the last one, so that slow clients take up no memory. Before each, the token is verified
 * again. If it is refused, the connection is cut, so that nobody takes what was sent for all.
 */
export function sendLines(
  context: Context<ApiEnvironment>,
  batches: AsyncIterable<readonly unknown[]>,
  verify: () => Promise<unknown>,
): Response {
  const iterator = batches[Symbol.asyncIterator]()
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      await verify()
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
  return context.body(body)
}
