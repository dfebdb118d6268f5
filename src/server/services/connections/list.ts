import type { Selectable } from 'kysely'
import type { ResponseOf, ParsedRequestOf } from '@/contract/operation'
import type { Operations } from '@/contract/operations'
import type { RequestContext } from '@/server/core/context'
import { activeUnless } from '@/server/search/archived-condition'
import { listPage } from '@/server/search/list-page'
import { and, idOrNone, matches } from '@/server/store/condition'
import type { ConnectionsTable } from '@/server/store/schema'
import { seenBy } from './visible'

type Result = ResponseOf<Operations['listConnections']>

const columns = [
  'id',
  'key',
  'name',
  'connector_id',
  'external_app_id',
  'tenant_id',
  'is_test',
  'disconnected',
  'created_at',
  'updated_at',
  'archived_at',
] as const satisfies readonly (keyof ConnectionsTable)[]

function connectionItem(
  row: Pick<Selectable<ConnectionsTable>, (typeof columns)[number]>,
): Result['items'][number] {
  return {
    id: row.id,
    key: row.key ?? undefined,
    name: row.name,
    connectorId: row.connector_id ?? undefined,
    externalAppId: row.external_app_id ?? undefined,
    tenantId: row.tenant_id ?? undefined,
    isTest: row.is_test,
    disconnected: row.disconnected,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    archivedAt: row.archived_at?.toISOString(),
  }
}

/**
 * Lists the connections that the caller sees.
 * @throws invalid_request, access_denied for operators
 */
export async function listConnections(
  context: RequestContext,
  { query }: ParsedRequestOf<Operations['listConnections']>,
): Promise<Result> {
  const { limit, cursor, search, ...filters } = query
  const seen = seenBy(context)
  const page = await listPage(context.database, {
    table: 'connections',
    columns,
    list: { of: 'connections', ...seen, ...filters },
    search,
    limit,
    cursor,
    groups: [
      and(
        matches('connections', seen),
        matches('connections', {
          external_app_id: idOrNone(filters.externalAppId),
          connector_id: idOrNone(filters.connectorId),
        }),
        activeUnless('connections', filters.includeArchived),
      ),
    ],
  })
  return { items: page.rows.map(connectionItem), cursor: page.cursor }
}
