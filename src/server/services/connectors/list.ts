import { expressionBuilder } from 'kysely'
import type { ResponseOf, ParsedRequestOf } from '@/contract/operation'
import type { Operations } from '@/contract/operations'
import { requireWorkspaceId } from '@/server/core/access/authorize'
import type { RequestContext } from '@/server/core/context'
import { activeUnless } from '@/server/search/archived-condition'
import { listPage } from '@/server/search/list-page'
import { and, idOrNone, matches, type Condition } from '@/server/store/condition'
import type { Tables } from '@/server/store/schema'
import { connectorSummary, connectorSummaryColumns } from './record'

/** Matches the connectors of the app with a uuid. */
function ofAppWithUuid(uuid: string): Condition {
  const connector = expressionBuilder<Tables, 'connectors'>()
  const app = connector.selectFrom('apps').select('apps.id').where(matches('apps', { uuid }))
  return connector('connectors.external_app_id', 'in', app)
}

/**
 * Lists the connectors of the caller's workspace.
 * @throws invalid_request, access_denied for operators
 */
export async function listConnectors(
  context: RequestContext,
  { query }: ParsedRequestOf<Operations['listConnectors']>,
): Promise<ResponseOf<Operations['listConnectors']>> {
  const workspaceId = requireWorkspaceId(context)
  const { limit, cursor, search, ...filters } = query
  const { externalAppId, appUuid, includeArchived } = filters
  const page = await listPage(context.database, {
    table: 'connectors',
    columns: connectorSummaryColumns,
    list: { of: 'connectors', workspaceId, ...filters },
    search,
    limit,
    cursor,
    groups: [
      and(
        matches('connectors', {
          workspace_id: workspaceId,
          external_app_id: idOrNone(externalAppId),
        }),
        activeUnless('connectors', includeArchived),
        ...(appUuid === undefined ? [] : [ofAppWithUuid(appUuid)]),
      ),
    ],
  })
  return { items: page.rows.map(connectorSummary), cursor: page.cursor }
}
