import type { RequestContext } from './context'
import { ServiceError } from './service-error'

/** A weak tag counts too, since proxies that compress weaken ours. @throws precondition_failed when `If-Match` names another state of the record than the present one, which `etag` names */
export function assertFresh(
  { ifMatch }: Pick<RequestContext, 'ifMatch'>,
  what: string,
  etag: string,
): void {
  if (ifMatch === undefined || ifMatch.trim() === '*') return
  const expected = ifMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  if (expected.includes(etag)) return
  throw new ServiceError(
    'precondition_failed',
    `The ${what} was changed since you read it: read it again and apply your change to that`,
  )
}
