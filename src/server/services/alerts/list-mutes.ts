import { isAlertType, type AlertMute } from '@/contract/alerts'
import type { ParsedRequestOf, ResponseOf } from '@/contract/operation'
import type { Operations } from '@/contract/operations'
import { resolveWorkspace } from '@/server/core/access/resolve-workspace'
import type { RequestContext } from '@/server/core/context'
import type { Queryable } from '@/server/store/database'

/** Lists the active mutes of a workspace, those that end first at the top. */
export async function listMutes(
  database: Queryable,
  workspaceId: string,
  now: Date,
): Promise<AlertMute[]> {
  const rows = await database
    .selectFrom('alert_mutes')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('muted_until', '>', now)
    .orderBy('muted_until')
    .execute()
  return rows.flatMap(({ type, muted_until: until }) =>
    isAlertType(type) ? [{ type, mutedUntil: until.toISOString() }] : [],
  )
}

/** Lists the muted alert types of a workspace. @throws not_found, invalid_request */
export async function listAlertMutes(
  context: RequestContext,
  { query }: ParsedRequestOf<Operations['listAlertMutes']>,
): Promise<ResponseOf<Operations['listAlertMutes']>> {
  const { id } = await resolveWorkspace(context, query.workspaceId)
  return { items: await listMutes(context.database, id, context.clock()) }
}
