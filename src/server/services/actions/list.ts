import { sql, type SqlBool } from 'kysely'
import type { ResponseOf, ParsedRequestOf } from '../../../contract/operation'
import type { Operations } from '../../../contract/operations'
import { workspaceOf } from '../../core/authorize'
import type { RequestContext } from '../../core/context'
import { cursorOf, listPage } from '../../search/list-page'

/**
 * Lists the actions of the caller’s workspace.
 * @throws invalid_request, access_denied for operators
 */
export async function listActions(
  context: RequestContext,
  { query }: ParsedRequestOf<Operations['listActions']>,
): Promise<ResponseOf<Operations['listActions']>> {
  const workspaceId = workspaceOf(context)
  const page = await listPage(context.database, {
    table: 'actions',
    columns: ['id', 'key', 'name', 'type', 'created_at', 'updated_at'],
    list: { of: 'actions', workspaceId, includeArchived: query.includeArchived },
    ...query,
    groups: [
      [
        sql<SqlBool>`workspace_id = ${workspaceId}`,
        ...(query.includeArchived === true ? [] : [sql<SqlBool>`archived_at is null`]),
      ],
    ],
  })
  const items = page.rows.map((row) => ({
    id: row.id,
    ...(row.key === null ? {} : { key: row.key }),
    name: row.name,
    ...(row.type === null ? {} : { type: row.type }),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }))
  return { items, ...cursorOf(page) }
}
