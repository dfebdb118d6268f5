import { sql } from 'kysely'
import { validate as isUuid } from 'uuid'
import type { ResponseOf, ParsedRequestOf } from '@/contract/operation'
import type { Operations } from '@/contract/operations'
import type { RequestContext } from '@/server/core/context'
import { notFound } from '@/server/core/service-error'
import { matches } from '@/server/store/condition'
import { seenBy } from './visible'

/**
 * Exports the configuration of a connection. Members are selected by name, so that credentials and
 * connector parameters cannot leak.
 * @throws not_found
 */
export async function exportConnection(
  context: RequestContext,
  { params }: ParsedRequestOf<Operations['exportConnection']>,
): Promise<ResponseOf<Operations['exportConnection']>> {
  const row = await context.database
    .selectFrom('connections')
    .leftJoin('connectors', 'connectors.id', 'connections.connector_id')
    .leftJoin('apps', 'apps.id', 'connections.external_app_id')
    .select([
      'connections.type',
      'connections.name',
      'connections.meta',
      'connections.auth_option_key',
      'connections.oauth_client_id',
      'connections.key',
    ])
    .select(['connectors.uuid as connector_uuid', 'apps.uuid as external_app_uuid'])
    .where(matches('connections', seenBy(context)))
    .where(({ or, eb }) =>
      or([
        ...(isUuid(params.id) ? [eb('connections.id', '=', params.id)] : []),
        eb('connections.key', '=', params.id),
      ]),
    )
    .orderBy(sql`connections.id::text = ${params.id.toLowerCase()}`, 'desc')
    .executeTakeFirst()
  if (row === undefined) throw notFound('connection', params.id)
  return {
    type: row.type,
    name: row.name,
    meta: row.meta,
    authOptionKey: row.auth_option_key ?? undefined,
    oauthClientId: row.oauth_client_id ?? undefined,
    key: row.key ?? undefined,
    connectorUuid: row.connector_uuid ?? undefined,
    externalAppUuid: row.external_app_uuid ?? undefined,
  }
}
