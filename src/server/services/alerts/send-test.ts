import type { ParsedRequestOf, ResponseOf } from '@/contract/operation'
import type { Operations } from '@/contract/operations'
import { workspaceEntry, workspaces } from '@/server/core/access/find-workspace'
import { resolveWorkspaceId } from '@/server/core/access/resolve-workspace'
import type { RequestContext } from '@/server/core/context'
import { ServiceError } from '@/server/core/service-error'
import { clockSkewSeconds } from '@/server/core/time/clock-skew'
import { secondsAfter } from '@/server/core/time/seconds-after'
import { writing } from '@/server/core/writes/writing'
import { alertRecord } from '@/server/notifications/alert-record'
import { sendAlert } from '@/server/notifications/send-alert'
import type { Queryable } from '@/server/store/database'
import { recordId } from '@/server/store/record-id'

/**
 * How many test alerts a workspace may raise in an hour. An admin chooses who gets the e-mails, and
 * those of all workspaces wait in one queue.
 */
const maxPerHour = 20
const hourMilliseconds = 3_600_000

/** @throws rate_limit_exceeded */
async function assertFewRecent(
  transaction: Queryable,
  workspaceId: string,
  now: Date,
): Promise<void> {
  const oldest = await transaction
    .selectFrom('alerts')
    .select('created_at')
    .where('workspace_id', '=', workspaceId)
    .where('type', '=', 'testAlert')
    // Later ones are from before the clock was set back.
    .where('created_at', '<=', secondsAfter(now, clockSkewSeconds))
    .orderBy('id', 'desc')
    .offset(maxPerHour - 1)
    .limit(1)
    .executeTakeFirst()
  const age = oldest === undefined ? Infinity : now.getTime() - oldest.created_at.getTime()
  if (age >= hourMilliseconds) return
  const minutes = Math.ceil((hourMilliseconds - age) / 60_000)
  throw new ServiceError(
    'rate_limit_exceeded',
    `A workspace can raise ${maxPerHour} test alerts in an hour: try again in ${minutes} min`,
    undefined,
    minutes * 60,
  )
}

/**
 * Raises an alert of the type `testAlert`, already resolved, and sends it to its channels.
 * @throws not_found, conflict, access_denied, invalid_request, rate_limit_exceeded
 */
export async function testAlert(
  context: RequestContext,
  { body }: ParsedRequestOf<Operations['testAlert']>,
): Promise<ResponseOf<Operations['testAlert']>> {
  const id = resolveWorkspaceId(context, body.workspaceId, 'body')
  const write = { operation: 'testAlert', records: workspaces, id } as const
  return writing(context, write, async (transaction, workspace) => {
    const now = context.clock()
    await assertFewRecent(transaction, workspace.id, now)
    const alert = await transaction
      .insertInto('alerts')
      .values({
        id: recordId(now),
        workspace_id: id,
        key: 'testAlert',
        type: 'testAlert',
        severity: 'warning',
        status: 'resolved',
        description: `Test alert, raised by ${context.caller.name}`,
        created_at: now,
        updated_at: now,
        last_seen_at: now,
        resolved_at: now,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    const channels = await sendAlert(context, transaction, 'alert.created', alert)
    return {
      result: { alert: alertRecord(alert, workspace.org_id), channels },
      entries: [workspaceEntry(workspace)],
    }
  })
}
