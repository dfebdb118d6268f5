import type { RequestContext } from './context'
import { ServiceError } from './service-error'

/**
 * Refuses a write to a record that changed since the caller read it. Weak tags match too, because
 * proxies that compress responses weaken the server's tags.
 * @param etag the tag of the record as it is now
 * @throws precondition_failed when `If-Match` names another tag
 */
export function assertFresh(
  { ifMatch }: Pick<RequestContext, 'ifMatch'>,
  name: string,
  etag: string,
): void {
  if (ifMatch === undefined || ifMatch.trim() === '*') return
  const expected = ifMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  if (expected.includes(etag)) return
  throw new ServiceError(
    'precondition_failed',
    `The ${name} was changed since you read it: read it again, then repeat your change`,
  )
}
