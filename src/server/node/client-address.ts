import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'

/**
 * Where a request comes from: the other end of the connection or, behind a proxy that is trusted, what
 * that proxy says. Of several proxies each adds an address, and only the last was seen by ours.
 */
export function clientAddress(trustProxy: boolean): (context: Context) => string | undefined {
  return (context) => {
    const forwarded = trustProxy
      ? context.req.header('X-Forwarded-For')?.split(',').at(-1)?.trim()
      : undefined
    return forwarded === undefined || forwarded === ''
      ? getConnInfo(context).remote.address
      : forwarded.slice(0, 100)
  }
}
