import { sql } from 'kysely'
import type { ResponseOf } from '../../../contract/operation'
import type { Operations } from '../../../contract/operations'
import { workspaceOf } from '../../core/authorize'
import type { RequestContext } from '../../core/context'

/** The categories of the workspace’s connectors, in order. @throws access_denied for operators */
export async function listConnectorCategories(
  context: RequestContext,
): Promise<ResponseOf<Operations['listConnectorCategories']>> {
  const { rows } = await sql<{ category: string }>`
    select distinct one as category from connectors, json_array_elements_text(specification -> 'categories') as one
    where workspace_id = ${workspaceOf(context)} order by 1`.execute(context.database)
  return { items: rows.map(({ category }) => category) }
}
