import type { ParsedRequestOf, ResponseOf } from '@/contract/operation'
import type { Operations } from '@/contract/operations'
import { workspaceEntry, workspaces } from '@/server/core/access/find-workspace'
import type { RequestContext } from '@/server/core/context'
import { writing } from '@/server/core/writes/writing'
import { changeDeliveries } from '@/server/notifications/change-deliveries'
import { and, createdWithin, matches, not, or, type Condition } from '@/server/store/condition'
import type { Queryable } from '@/server/store/database'
import { enableWebhook } from './enable-webhook'

/** Matches a delivery that waits for a retry, which may be a day away. */
const awaitsRetry = and(
  matches('webhook_deliveries', { status: 'pending', is_leased: false }),
  not(matches('webhook_deliveries', { attempts: 0 })),
)

/** Matches deliveries since a time that failed, were stopped or wait for a retry. */
function missedSince(workspaceId: string, since: string): Condition {
  return and(
    matches('webhook_deliveries', { workspace_id: workspaceId }),
    or(matches('webhook_deliveries', { status: ['failed', 'stopped'] }), awaitsRetry),
    // A ping only reports how the address responded at that moment.
    not(matches('webhook_deliveries', { event_type: 'ping' })),
    createdWithin('webhook_deliveries', { from: since }),
  )
}

async function countMissed(
  transaction: Queryable,
  workspaceId: string,
  since: string,
): Promise<number> {
  const { count } = await transaction
    .selectFrom('webhook_deliveries')
    .select((row) => row.fn.countAll<string>().as('count'))
    .where(missedSince(workspaceId, since))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/**
 * Resends deliveries since a time that failed, were stopped or wait for a retry, oldest first,
 * except pings, up to `maxDeliveriesChanged`.
 * @throws not_found, conflict, access_denied
 */
export async function recoverWebhookDeliveries(
  context: RequestContext,
  { params, body }: ParsedRequestOf<Operations['recoverWebhookDeliveries']>,
): Promise<ResponseOf<Operations['recoverWebhookDeliveries']>> {
  const { id } = params
  const write = { operation: 'recoverWebhookDeliveries', records: workspaces, id } as const
  return writing(context, write, async (transaction, workspace) => {
    if (body.validateOnly === true)
      return { result: { count: await countMissed(transaction, workspace.id, body.since) } }
    await enableWebhook(transaction, workspace)
    const count = await changeDeliveries(transaction, missedSince(workspace.id, body.since), {
      status: 'pending',
      attempts: 0,
      next_attempt_at: context.clock(),
      is_leased: false,
      finished_at: null,
    })
    const changes = [{ path: 'since', after: body.since }]
    return { result: { count }, entries: [{ ...workspaceEntry(workspace), changes }] }
  })
}
