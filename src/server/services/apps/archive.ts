import type { ParsedRequestOf } from '../../../contract/operation'
import type { Operations } from '../../../contract/operations'
import type { Call } from '../../core/context'
import { setArchived } from './change'

/** Archives an app; repeating it changes nothing. @throws not_found, access_denied */
export async function archiveApp(
  call: Call,
  { params }: ParsedRequestOf<Operations['archiveApp']>,
): Promise<null> {
  await setArchived(call, 'archiveApp', params.idOrKeyOrUuid, call.clock())
  return null
}
