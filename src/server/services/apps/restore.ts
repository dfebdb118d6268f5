import type { AppDetails } from '../../../contract/apps'
import type { ParsedRequestOf } from '../../../contract/operation'
import type { Operations } from '../../../contract/operations'
import type { RequestContext } from '../../core/context'
import { setArchived } from './set-archived'
import { appDetails } from './record'

/**
 * Restores an archived app. Repeating it changes nothing.
 * @throws not_found, access_denied, conflict, rate_limit_exceeded
 */
export async function restoreApp(
  context: RequestContext,
  { params }: ParsedRequestOf<Operations['restoreApp']>,
): Promise<AppDetails> {
  return appDetails(await setArchived(context, 'restoreApp', params.idOrKeyOrUuid))
}
