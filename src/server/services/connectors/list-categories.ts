import { sql } from 'kysely'
import type { ResponseOf } from '@/contract/operation'
import type { Operations } from '@/contract/operations'
import { requireWorkspaceId } from '@/server/core/access/authorize'
import type { RequestContext } from '@/server/core/context'

/**
 * Lists the categories of the workspace's active connectors, sorted.
 * @throws access_denied for operators
 */
export async function listConnectorCategories(
  context: RequestContext,
): Promise<ResponseOf<Operations['listConnectorCategories']>> {
  const { rows } = await sql<{ category: string }>`
    select distinct category
    from connectors, jsonb_array_elements_text(categories) as category
    where workspace_id = ${requireWorkspaceId(context)} and archived_at is null`.execute(
    context.database,
  )
  const categories = rows.map(({ category }) => category)
  // Not sorted by the database: in many, every capital letter comes before every small one.
  return { items: categories.toSorted((one, other) => one.localeCompare(other, 'en')) }
}
