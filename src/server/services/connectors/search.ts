import { sql, type SqlBool } from 'kysely'
import type { ResponseOf, ParsedRequestOf } from '@/contract/operation'
import type { Operations } from '@/contract/operations'
import { requireWorkspaceId } from '@/server/core/access/authorize'
import type { RequestContext } from '@/server/core/context'
import { archivedCondition } from '@/server/search/archived-condition'
import { listPage } from '@/server/search/list-page'
import { and, matches, type Condition } from '@/server/store/condition'
import { connectorDetails, connectorDetailsColumns } from './record'

type Query = ParsedRequestOf<Operations['searchConnectors']>['query']

/** Matches the rows whose JSON list in a column has a text; all rows if there is no text. */
function includes(column: 'auth_types' | 'categories', text: string | undefined): Condition[] {
  return text === undefined ? [] : [sql<SqlBool>`${sql.ref(column)} ? ${text}`]
}

/** Matches the connectors of a workspace that search filters select. */
function filteredConnectors(
  workspaceId: string,
  { authType, category, isReadOnly, state = 'active' }: Query,
): Condition {
  return and(
    matches('connectors', { workspace_id: workspaceId, is_read_only: isReadOnly }),
    archivedCondition('connectors', state),
    ...includes('auth_types', authType),
    ...includes('categories', category),
  )
}

/**
 * Searches the connectors of the caller's workspace, in any state.
 * @throws invalid_request, access_denied for operators
 */
export async function searchConnectors(
  context: RequestContext,
  { query }: ParsedRequestOf<Operations['searchConnectors']>,
): Promise<ResponseOf<Operations['searchConnectors']>> {
  const workspaceId = requireWorkspaceId(context)
  const { limit, cursor, search, ...filters } = query
  const page = await listPage(context.database, {
    table: 'connectors',
    columns: connectorDetailsColumns,
    largeColumn: 'logo_uri',
    list: { of: 'connector search', workspaceId, ...filters },
    search,
    limit,
    cursor,
    counted: true,
    groups: [filteredConnectors(workspaceId, filters)],
  })
  return { items: page.rows.map(connectorDetails), cursor: page.cursor, total: page.total }
}
