import { sql, type Selectable, type SqlBool } from 'kysely'
import type { AnswerOf, ParsedRequestOf } from '../../../contract/operation'
import type { Operations } from '../../../contract/operations'
import type { Tenant } from '../../../contract/tenants'
import type { TenantsTable } from '../../store/schema'
import type { Call } from '../../core/context'
import { latestPage } from '../../search/newest-first-page'
import { cursorOf } from '../../search/list-page'
import { namedWorkspace } from '../../core/resolve-workspace'

function tenant({
  id,
  key,
  name,
  fields,
  created_at: createdAt,
}: Selectable<TenantsTable>): Tenant {
  return { id, key, ...(name === null ? {} : { name }), fields, createdAt: createdAt.toISOString() }
}

/** Lists the tenants of a workspace, newest first. @throws not_found, invalid_request */
export async function listTenants(
  call: Call,
  { query }: ParsedRequestOf<Operations['listTenants']>,
): Promise<AnswerOf<Operations['listTenants']>> {
  const { limit, cursor, workspaceId: named } = query
  const { id: workspaceId } = await namedWorkspace(call, named)
  const page = await latestPage(call.database, {
    table: 'tenants',
    list: { of: 'tenants', workspaceId },
    conditions: [sql<SqlBool>`workspace_id = ${workspaceId}`],
    limit,
    cursor,
  })
  return { ...cursorOf(page), items: page.rows.map(tenant) }
}
