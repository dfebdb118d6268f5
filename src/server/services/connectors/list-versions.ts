import { newestFirst } from '@/contract/connector-versions'
import type { ResponseOf, ParsedRequestOf } from '@/contract/operation'
import type { Operations } from '@/contract/operations'
import type { RequestContext } from '@/server/core/context'
import { findConnector } from './find'
import { connectorVersionItem } from './version'

/** Lists the published versions of a connector, newest first. @throws not_found */
export async function listConnectorVersions(
  context: RequestContext,
  { params }: ParsedRequestOf<Operations['listConnectorVersions']>,
): Promise<ResponseOf<Operations['listConnectorVersions']>> {
  const connector = await findConnector(context, context.database, params.idOrKey)
  const rows = await context.database
    .selectFrom('connector_versions')
    .select(['id', 'connector_id', 'version', 'changelog', 'created_at'])
    .where('connector_id', '=', connector.id)
    .execute()
  return {
    items: rows
      .sort((one, other) => newestFirst(one.version, other.version))
      .map(connectorVersionItem),
  }
}
