import type { RequestContext } from '../context'
import { invalidRequest, ServiceError } from '../service-error'

/** A list of quoted tags, of which some may be empty, as in RFC 9110. */
const tagList = /^[\s,]*(?:W\/)?"[^"]*"(?:\s*,[\s,]*(?:W\/)?"[^"]*")*[\s,]*$/

/**
 * Refuses a write to a record that changed since the caller read it. Weak tags match too, because
 * proxies that compress responses weaken the server's tags.
 * @param etag the tag of the record as it is now
 * @throws precondition_failed when `If-Match` names another tag
 * @throws invalid_request when `If-Match` is not a list of tags
 */
export function assertFresh(
  { ifMatch }: Pick<RequestContext, 'ifMatch'>,
  name: string,
  etag: string,
): void {
  if (ifMatch === undefined || ifMatch.trim() === '*') return
  if (!tagList.test(ifMatch))
    throw invalidRequest([
      {
        path: ['header', 'If-Match'],
        message: 'Send the ETag that you read, with its double quotes, or *',
        code: 'invalid_format',
      },
    ])
  if (ifMatch.match(/"[^"]*"/g)?.includes(etag)) return
  throw new ServiceError(
    'precondition_failed',
    `The ${name} was changed since you read it: read it again, then repeat your change`,
  )
}
