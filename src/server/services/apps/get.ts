import type { AppDetails } from '@/contract/apps'
import type { ParsedRequestOf } from '@/contract/operation'
import type { Operations } from '@/contract/operations'
import type { RequestContext } from '@/server/core/context'
import { findApp } from './find'
import { appDetails } from './record'

/** Reads an app, archived or not. @throws not_found */
export async function getApp(
  context: RequestContext,
  { params }: ParsedRequestOf<Operations['getApp']>,
): Promise<AppDetails> {
  const selector = params.idOrKeyOrUuid
  return appDetails(await findApp(context, context.database, selector, { activeFirst: true }))
}
