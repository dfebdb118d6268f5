import { sql, type SqlBool } from 'kysely'
import type { ResponseOf, ParsedRequestOf } from '../../../contract/operation'
import type { Operations } from '../../../contract/operations'
import { archivedCondition } from '../../search/archived-condition'
import { workspaceOf } from '../../core/authorize'
import type { RequestContext } from '../../core/context'
import { listPage } from '../../search/list-page'
import { and, matches, type Condition } from '../../store/condition'
import { connectorDetails } from './record'

type Query = ParsedRequestOf<Operations['searchConnectors']>['query']

/**
 * Matches the connectors of a workspace that search filters select. It reads specifications, which
 * is fast enough: a workspace has few connectors, and an index finds them.
 */
function filteredConnectors(
  workspaceId: string,
  { authType, category, isReadOnly, state = 'active' }: Query,
): Condition {
  return and(
    matches('connectors', { workspace_id: workspaceId, is_read_only: isReadOnly }),
    archivedCondition('connectors', state),
    ...(authType === undefined
      ? []
      : [
          sql<SqlBool>`(
            specification ->> 'type' = ${authType} or exists (
              select 1 from json_each(specification -> 'options') as option
              where option.value ->> 'type' = ${authType}
            )
          )`,
        ]),
    ...(category === undefined
      ? []
      : [
          sql<SqlBool>`exists (
            select 1 from json_array_elements_text(specification -> 'categories') as named
            where named = ${category}
          )`,
        ]),
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
  const workspaceId = workspaceOf(context)
  const { limit, cursor, search, ...filters } = query
  const page = await listPage(context.database, {
    table: 'connectors',
    list: { of: 'connector search', workspaceId, ...filters },
    search,
    limit,
    cursor,
    counted: true,
    groups: [filteredConnectors(workspaceId, filters)],
  })
  return { items: page.rows.map(connectorDetails), cursor: page.cursor, total: page.total }
}
