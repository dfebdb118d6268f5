import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'

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
      : forwarded.slice(0, 100)
  }
}
