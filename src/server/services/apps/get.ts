import type { AppDetails } from '../../../contract/apps'
import type { ParsedRequestOf } from '../../../contract/operation'
import type { Operations } from '../../../contract/operations'
import type { Call } from '../../core/context'
import { findApp } from './find'
import { appDetails } from './record'

/** Reads an app, archived or not. @throws not_found */
export async function getApp(
  call: Call,
  { params }: ParsedRequestOf<Operations['getApp']>,
): Promise<AppDetails> {
  return appDetails(await findApp(call, call.database, params.idOrKeyOrUuid))
}
