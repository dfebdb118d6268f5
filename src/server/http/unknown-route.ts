import type { Context } from 'hono'
import { routePath as matchedRoute } from 'hono/route'
import { ServiceError } from '@/server/core/service-error'
import type { HonoEnv } from './hono-env'
import { pathPattern } from './route-paths'

/** Returns a handler that throws `method_not_allowed` for a known path, else `not_found`. */
export function refuseUnknownRoute(routes: readonly { method: string; path: string }[]) {
  const patterns = routes.map(({ method, path }) => ({ method, pattern: pathPattern(path) }))
  return (c: Context<HonoEnv>): never => {
    const base = matchedRoute(c).slice(0, -'/*'.length)
    const path = c.req.path.slice(base.length)
    const methods = new Set(
      patterns.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method),
    )
    if (methods.size === 0)
      throw new ServiceError('not_found', `No operation at ${c.req.method} ${c.req.path}`)
    if (methods.has('GET')) methods.add('HEAD')
    c.header('Allow', [...methods].join(', '))
    throw new ServiceError(
      'method_not_allowed',
      `${c.req.method} is not allowed here: use ${[...methods].join(' or ')}`,
    )
  }
}
