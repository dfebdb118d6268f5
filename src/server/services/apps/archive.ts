import type { ParsedRequestOf } from '@/contract/operation'
import type { Operations } from '@/contract/operations'
import type { RequestContext } from '@/server/core/context'
import { setArchived } from './set-archived'

/**
 * Archives an app. Repeating it changes nothing.
 * @throws not_found, precondition_failed, access_denied, conflict
 */
export async function archiveApp(
  context: RequestContext,
  { params }: ParsedRequestOf<Operations['archiveApp']>,
): Promise<null> {
  await setArchived(context, 'archiveApp', params.idOrKeyOrUuid)
  return null
}
