import type { AppDetails } from '../../../contract/apps'
import type { ParsedRequestOf } from '../../../contract/operation'
import type { Operations } from '../../../contract/operations'
import type { Call } from '../../core/context'
import { setArchived } from './change'
import { appDetails } from './record'

/** Makes an archived app active again. @throws not_found, access_denied */
export async function restoreApp(
  call: Call,
  { params }: ParsedRequestOf<Operations['restoreApp']>,
): Promise<AppDetails> {
  return appDetails(await setArchived(call, 'restoreApp', params.idOrKeyOrUuid, null))
}
