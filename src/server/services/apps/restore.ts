import type { AppDetails } from '@/contract/apps'
import type { ParsedRequestOf } from '@/contract/operation'
import type { Operations } from '@/contract/operations'
import type { RequestContext } from '@/server/core/context'
import type { Tagged } from '@/server/core/etag'
import { appEtag } from './find'
import { appDetails } from './record'
import { setArchived } from './set-archived'

/**
 * Restores an archived app. Repeating it changes nothing.
 * @throws not_found, precondition_failed, access_denied, conflict, rate_limit_exceeded
 */
export async function restoreApp(
  context: RequestContext,
  { params }: ParsedRequestOf<Operations['restoreApp']>,
): Promise<Tagged<AppDetails>> {
  const app = await setArchived(context, 'restoreApp', params.idOrKeyOrUuid)
  return { response: appDetails(app), etag: appEtag(app) }
}
