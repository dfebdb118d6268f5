import { sql, type SqlBool } from 'kysely'
import type { ResponseOf, ParsedRequestOf } from '../../../contract/operation'
import type { Operations } from '../../../contract/operations'
import { archivedCondition } from '../../search/archived-condition'
import { workspaceOf } from '../../core/authorize'
import type { RequestContext } from '../../core/context'
import { listPage } from '../../search/list-page'
import type { Condition } from '../../store/condition'
import { connectorDetails } from './record'

type Query = ParsedRequestOf<Operations['searchConnectors']>['query']

/** The filters read specifications: a workspace has few connectors, and an index finds them. */
function filterConditions({
  authType,
  category,
  isReadOnly,
  state = 'active',
}: Query): Condition[] {
  return [
    ...archivedCondition(state),
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
    ...(isReadOnly === undefined ? [] : [sql<SqlBool>`is_read_only = ${isReadOnly}`]),
  ]
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
  const { authType, category, isReadOnly, state } = query
  const page = await listPage(context.database, {
    table: 'connectors',
    list: { of: 'connector search', workspaceId, authType, category, isReadOnly, state },
    ...query,
    counted: true,
    groups: [[sql<SqlBool>`workspace_id = ${workspaceId}`, ...filterConditions(query)]],
  })
  return { items: page.rows.map(connectorDetails), cursor: page.cursor, total: page.total }
}
