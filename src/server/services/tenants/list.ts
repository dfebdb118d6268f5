import type { Selectable } from 'kysely'
import type { ResponseOf, ParsedRequestOf } from '@/contract/operation'
import type { Operations } from '@/contract/operations'
import type { Tenant } from '@/contract/tenants'
import { resolveWorkspace } from '@/server/core/access/resolve-workspace'
import type { RequestContext } from '@/server/core/context'
import { newestFirstPage } from '@/server/search/newest-first-page'
import { matches } from '@/server/store/condition'
import type { TenantsTable } from '@/server/store/schema'

function tenantRecord({
  id,
  key,
  name,
  fields,
  created_at: createdAt,
}: Selectable<TenantsTable>): Tenant {
  return { id, key, name: name ?? undefined, fields, createdAt: createdAt.toISOString() }
}

/** Lists the tenants of a workspace, newest first. @throws not_found, invalid_request */
export async function listTenants(
  context: RequestContext,
  { query }: ParsedRequestOf<Operations['listTenants']>,
): Promise<ResponseOf<Operations['listTenants']>> {
  const { limit, cursor, workspaceId: named } = query
  const { id: workspaceId } = await resolveWorkspace(context, named)
  const page = await newestFirstPage(context.database, {
    table: 'tenants',
    list: { of: 'tenants', workspaceId },
    condition: matches('tenants', { workspace_id: workspaceId }),
    limit,
    cursor,
  })
  return { cursor: page.cursor, items: page.rows.map(tenantRecord) }
}
