import { once } from 'node:events'
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import { createServer as createListener } from 'node:net'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import {
  namesOneHost,
  refuseUnreadable,
  respondUnreadable,
  sendUnreadable,
} from './unreadable-request'

const milliseconds = {
  /** How long a client may take to send a request. */
  request: 60_000,
  /**
   * How long an idle connection stays open. Load balancers keep theirs for 60 seconds, so they
   * never send a request on a connection that the server is closing.
   */
  idleConnection: 75_000,
  /**
   * How long a client may take no more of a response, which is in memory until then; Node waits up
   * to twice as long. Streams of events send something more often.
   */
  stalledConnection: 120_000,
} as const

/** Ends a response as soon as the client closes its side of the connection. */
function destroyWithClient({ socket }: IncomingMessage, response: ServerResponse): void {
  const destroy = () => void response.destroy()
  socket.once('end', destroy)
  // The connection may outlive the response, and carry many.
  response.once('close', () => socket.off('end', destroy))
}

/**
 * Creates a server for requests in the format of the web.
 * @param hostname the host of requests that name none, which HTTP/1.0 allows
 */
export function createHttpServer(
  fetch: (request: Request) => Response | Promise<Response>,
  hostname: string,
): Server {
  const listener = getRequestListener(fetch, { hostname, errorHandler: respondUnreadable })
  const receive: RequestListener = (request, response) => {
    // Others are found to be gone when the response is sent, which for events can take long.
    if (request.headers.accept === 'text/event-stream') destroyWithClient(request, response)
    if (namesOneHost(request)) void listener(request, response)
    else refuseUnreadable(response)
  }
  const server = createServer(
    {
      requestTimeout: milliseconds.request,
      keepAliveTimeout: milliseconds.idleConnection,
      // Node's response to requests without a host has no body, and it accepts several hosts.
      requireHostHeader: false,
    },
    receive,
  )
  server.timeout = milliseconds.stalledConnection
  // Some clients close their side of the connection once they have sent the request. By default,
  // Node assumes that they are gone and sends no response. Its types lack the property.
  Object.assign(server, { httpAllowHalfOpen: true })
  // Node's response to unknown expectations has no body. HTTP allows ignoring them.
  server.on('checkExpectation', receive)
  server.on('clientError', sendUnreadable)
  return server
}

/** Closes the connection of a request. If its body failed, the adapter would print the error. */
export function disconnect({ env }: Context<{ Bindings: HttpBindings }>): void {
  env.outgoing.destroy()
}

/** Calls a function when the response was received, or the connection closed. */
export function onReceived(
  { env: { incoming, outgoing } }: Context<{ Bindings: HttpBindings }>,
  received: () => void,
): void {
  const { socket } = incoming
  const end = () => {
    socket.off('close', end)
    outgoing.off('close', end)
    received()
  }
  if (socket.destroyed) return received()
  outgoing.once('close', end)
  // A response that waits for those before it on the connection is not closed with it.
  socket.setMaxListeners(0).once('close', end)
}

/** Checks that this machine has an address to listen on. @throws an error that names HOST */
export async function assertIsOwnAddress(host: string): Promise<void> {
  const listener = createListener().listen(0, host)
  await once(listener, 'listening').catch(({ message }: Error) => {
    throw new Error(`HOST: ${message}`)
  })
  listener.close()
}
