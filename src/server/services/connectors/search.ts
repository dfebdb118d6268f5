import { sql, type SqlBool } from 'kysely'
import type { ResponseOf, ParsedRequestOf } from '../../../contract/operation'
import type { Operations } from '../../../contract/operations'
import { archivedCondition } from '../../search/archived-condition'
import { workspaceOf } from '../../core/authorize'
import type { RequestContext } from '../../core/context'
import { listPage } from '../../search/list-page'
import { and, matches, type Condition } from '../../store/condition'
import type { Queryable } from '../../store/database'
import { connectorDetails, connectorDetailsColumns, type Catalogued } from './record'

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

/** Reads what the catalog shows of specifications, which can have megabytes of code. */
async function readCatalogued(
  database: Queryable,
  workspaceId: string,
  ids: readonly string[],
): Promise<Map<string, Catalogued>> {
  const { rows } = await sql<Catalogued & { id: string }>`
    select connectors.id, categories, "logoUri", array(
        select type union all select value ->> 'type' from json_each(options)
      ) as types
    from connectors, json_to_record(specification)
      as (type text, categories json, "logoUri" text, options json)
    where workspace_id = ${workspaceId} and connectors.id = any(${ids}::uuid[])`.execute(database)
  return new Map(rows.map((row) => [row.id, row]))
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
    columns: connectorDetailsColumns,
    list: { of: 'connector search', workspaceId, ...filters },
    search,
    limit,
    cursor,
    counted: true,
    groups: [filteredConnectors(workspaceId, filters)],
  })
  const ids = page.rows.map(({ id }) => id)
  const specifications = await readCatalogued(context.database, workspaceId, ids)
  const items = page.rows.map((row) => connectorDetails(row, specifications.get(row.id)))
  return { items, cursor: page.cursor, total: page.total }
}
