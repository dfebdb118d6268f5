import type { ResponseOf, ParsedRequestOf } from '@/contract/operation'
import type { Operations } from '@/contract/operations'
import { requireWorkspaceId } from '@/server/core/access/authorize'
import type { RequestContext } from '@/server/core/context'
import { activeUnless } from '@/server/search/archived-condition'
import { listPage } from '@/server/search/list-page'
import { and, matches } from '@/server/store/condition'

/**
 * Lists the actions of the caller’s workspace.
 * @throws invalid_request, access_denied for operators
 */
export async function listActions(
  context: RequestContext,
  { query }: ParsedRequestOf<Operations['listActions']>,
): Promise<ResponseOf<Operations['listActions']>> {
  const { limit, cursor, search, ...filters } = query
  const workspaceId = requireWorkspaceId(context)
  const page = await listPage(context.database, {
    table: 'actions',
    columns: ['id', 'key', 'name', 'type', 'created_at', 'updated_at'],
    list: { of: 'actions', workspaceId, ...filters },
    search,
    limit,
    cursor,
    groups: [
      and(
        matches('actions', { workspace_id: workspaceId }),
        activeUnless('actions', filters.includeArchived),
      ),
    ],
  })
  const items = page.rows.map((row) => ({
    id: row.id,
    key: row.key ?? undefined,
    name: row.name,
    type: row.type ?? undefined,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }))
  return { items, cursor: page.cursor }
}
