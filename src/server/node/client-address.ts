import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'

/** Removes the port of the client, which some proxies add: it differs for each connection. */
function withoutPort(address: string): string {
  const [, v6, v4] = /^\[(.+)\](?::\d+)?$|^([\d.]+):\d+$/.exec(address) ?? []
  return v6 ?? v4 ?? address
}

/**
 * Returns a function that finds the client's address: the peer of the connection or, behind a
 * trusted proxy, the last address in `X-Forwarded-For`. The proxy added that one itself; the client
 * can forge the earlier ones.
 */
export function clientAddress(trustProxy: boolean): (context: Context) => string | undefined {
  return (context) => {
    const forwarded = trustProxy
      ? context.req.header('X-Forwarded-For')?.split(',').at(-1)?.trim()
      : undefined
    return forwarded === undefined || forwarded === ''
      ? getConnInfo(context).remote.address
      : withoutPort(forwarded).slice(0, 100)
  }
}
