import { sql } from 'kysely'
import type { LimitName } from '@/contract/limits'
import type { Queryable } from '@/server/store/database'

/** The use of a limit by one tenant in one hour. */
interface TenantHour {
  workspaceId: string
  tenantId: string
  limit: LimitName
  /** When it begins, in milliseconds. */
  hour: number
  used: number
  refused: number
  /** The highest level. */
  peak: number
}

/** The hours of each workspace, by tenant, limit and hour. */
export type TenantHours = Map<string, Map<string, TenantHour>>

/**
 * Bounds the memory and the size of a write for each workspace. Tenants beyond it are left out of
 * this write: one that is busy is there early in the next.
 */
export const maxTenantHours = 1000

/** Adds the use of a tenant to what is recorded. */
export function addTenantHour(hours: TenantHours, added: TenantHour): void {
  const { workspaceId, tenantId, limit, hour } = added
  const ofWorkspace = hours.get(workspaceId) ?? new Map<string, TenantHour>()
  const key = `${limit} ${hour} ${tenantId}`
  const known = ofWorkspace.get(key)
  if (known !== undefined) {
    known.used += added.used
    known.refused += added.refused
    known.peak = Math.max(known.peak, added.peak)
  } else if (ofWorkspace.size < maxTenantHours) {
    hours.set(workspaceId, ofWorkspace.set(key, added))
  }
}

/** Adds usage to the hours that other servers wrote. Rows are sorted to prevent deadlocks. */
export async function writeTenantHours(
  transaction: Queryable,
  hours: readonly TenantHour[],
): Promise<void> {
  if (hours.length === 0) return
  const rows = hours.map(({ workspaceId, tenantId, limit, hour, used, refused, peak }) => ({
    workspace_id: workspaceId,
    limit_name: limit,
    hour: new Date(hour).toISOString(),
    tenant_id: tenantId,
    used,
    refused,
    peak,
  }))
  // Sent as one parameter, because a statement takes at most 65,535.
  const added = sql`
    select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (
      workspace_id uuid, limit_name text, hour timestamptz, tenant_id uuid,
      used integer, refused integer, peak integer)
    order by workspace_id, limit_name, hour, tenant_id`
  await transaction
    .insertInto('tenant_usage_hours')
    .columns(['workspace_id', 'limit_name', 'hour', 'tenant_id', 'used', 'refused', 'peak'])
    .expression(added)
    .onConflict((conflict) =>
      conflict.columns(['workspace_id', 'limit_name', 'hour', 'tenant_id']).doUpdateSet({
        used: sql`tenant_usage_hours.used + excluded.used`,
        refused: sql`tenant_usage_hours.refused + excluded.refused`,
        peak: sql`greatest(tenant_usage_hours.peak, excluded.peak)`,
      }),
    )
    .execute()
}
