import { isAlertType, type AlertMute } from '../../../contract/alerts'
import type { ResponseOf, ParsedRequestOf } from '../../../contract/operation'
import type { Operations } from '../../../contract/operations'
import type { Queryable } from '../../store/database'
import type { RequestContext } from '../../core/context'
import { resolveWorkspace } from '../../core/resolve-workspace'

/** What is muted now, in the order of its end. */
export async function mutesOf(
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

/** Lists the alert types of a workspace that are not delivered for now. @throws not_found, invalid_request */
export async function listAlertMutes(
  context: RequestContext,
  { query }: ParsedRequestOf<Operations['listAlertMutes']>,
): Promise<ResponseOf<Operations['listAlertMutes']>> {
  const { id } = await resolveWorkspace(context, query.workspaceId)
  return { items: await mutesOf(context.database, id, context.clock()) }
}
