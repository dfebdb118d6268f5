import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import type { Metrics } from './metrics'

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Responds with the metrics to requests with the token. */
export function metricsResponse(
  { registry }: Metrics,
  token: string,
): (request: Request) => Promise<Response> {
  const expected = digest(token)
  const isExpected = (request: Request) => {
    const [, given = ''] = /^Bearer (.*)$/i.exec(request.headers.get('Authorization') ?? '') ?? []
    return timingSafeEqual(digest(given), expected)
  }
  return async (request) =>
    isExpected(request)
      ? new Response(await registry.metrics(), {
          headers: { 'Content-Type': registry.contentType, 'Cache-Control': 'no-store' },
        })
      : new Response('Send METRICS_TOKEN as a bearer token\n', {
          status: 401,
          headers: { 'WWW-Authenticate': 'Bearer' },
        })
}

/** Serves the metrics on a separate port, without a token. @returns a function that stops it */
export async function serveMetrics(
  { registry }: Metrics,
  { host, port }: { host: string; port: number },
): Promise<() => void> {
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') return void response.writeHead(404).end()
    registry.metrics().then(
      (text) => response.writeHead(200, { 'Content-Type': registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  await new Promise<void>((settle, fail) => {
    server.once('error', ({ message }) => fail(new Error(`METRICS_PORT, HOST: ${message}`)))
    server.listen(port, host, settle)
  })
  return () => {
    server.close()
    server.closeAllConnections()
  }
}
