import { sql } from 'kysely'
import type { ParsedRequestOf, ResponseOf } from '@/contract/operation'
import type { Operations } from '@/contract/operations'
import { maxBusiestTenants, usageSpans } from '@/contract/usage'
import { findWorkspace } from '@/server/core/access/find-workspace'
import type { RequestContext } from '@/server/core/context'
import { writeUsageToRead } from '@/server/limits/write-usage'

const hourMilliseconds = usageSpans.hour.seconds * 1000

/**
 * Reads which tenants use most of a limit, by their highest level. @throws not_found
 */
export async function getOrgWorkspaceTenantUsage(
  context: RequestContext,
  { params, query }: ParsedRequestOf<Operations['getOrgWorkspaceTenantUsage']>,
): Promise<ResponseOf<Operations['getOrgWorkspaceTenantUsage']>> {
  const { id: workspaceId } = await findWorkspace(context, context.database, params.id)
  await writeUsageToRead(context)
  const to = context.clock()
  const { seconds } = usageSpans[query.span ?? 'hour']
  const from = new Date(
    Math.floor((to.getTime() - seconds * 1000) / hourMilliseconds) * hourMilliseconds,
  )
  const rows = await context.database
    .with('usage', (database) =>
      database
        .selectFrom('tenant_usage_hours')
        .select([
          'tenant_id',
          sql<number>`sum(used)::float8`.as('used'),
          sql<number>`sum(refused)::float8`.as('refused'),
          sql<number>`max(peak)`.as('peak'),
        ])
        .where('workspace_id', '=', workspaceId)
        .where('limit_name', '=', query.limit ?? 'apiRequestsPerTenantPerHour')
        .where('hour', '>=', from)
        .groupBy('tenant_id'),
    )
    .selectFrom('usage')
    .innerJoin('tenants', 'tenants.id', 'usage.tenant_id')
    .select(['tenants.id', 'key', 'name', 'used', 'refused', 'peak'])
    .where('tenants.workspace_id', '=', workspaceId)
    .orderBy('peak', 'desc')
    .orderBy('refused', 'desc')
    .orderBy('used', 'desc')
    .orderBy('key')
    .limit(maxBusiestTenants)
    .execute()
  return {
    from: from.toISOString(),
    to: to.toISOString(),
    items: rows.map(({ name, ...row }) => ({ ...row, name: name ?? undefined })),
  }
}
