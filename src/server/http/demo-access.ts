import type { HonoRequest } from 'hono'
import { isLoopbackAddress, isLoopbackHost } from '@/server/core/loopback'
import type { DemoAccess } from '@/server/core/ports/demo-access'
import { accessDenied } from '@/server/core/service-error'

/** Headers that proxies add to requests. */
const proxyHeaders = ['Forwarded', 'X-Forwarded-For', 'X-Real-IP', 'Via']

/** Whether a `Host` header names this machine: `localhost:4600`, `127.0.0.1`, `[::1]:4600`. */
function isLoopbackName(host: string): boolean {
  const address = `http://${host}`
  return URL.canParse(address) && isLoopbackHost(new URL(address).hostname)
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined
}

/**
 * Refuses demo operations to pages of other sites and, unless the demo is public, to other
 * machines. Also checks the `Host` header, because another site can make its name resolve to this
 * machine (DNS rebinding).
 * @param address the client's address, if known
 * @throws access_denied
 */
export function assertDemoAccess(
  request: HonoRequest,
  address: string | undefined,
  { isPublic }: DemoAccess,
): void {
  const host = request.header('Host') ?? new URL(request.url).host
  const origin = request.header('Origin')
  // Behind a proxy that terminates TLS the page has another scheme, so only hosts are compared.
  if (origin !== undefined && hostOf(origin) !== host.toLowerCase())
    throw accessDenied('The demo can only be used from the console of this server')
  if (isPublic) return
  const isLocal =
    address !== undefined &&
    isLoopbackAddress(address) &&
    isLoopbackName(host) &&
    proxyHeaders.every((name) => request.header(name) === undefined)
  if (!isLocal)
    throw accessDenied(
      'The demo is open to this machine only: ' +
        'start the server with DEMO_PUBLIC=on to open it to everyone',
    )
}
