import { sql } from 'kysely'
import { retrySeconds, type DeliveryAttempt } from '../../../contract/deliveries'
import type { Queryable } from '../../store/database'
import type { Platform } from '../context'
import { queueEmail } from '../email/queue'
import type { WorkspaceRow } from '../workspaces/record'
import { attemptDelivery, isAccepted, recordAttempt } from './attempt'
import type { DeliveryRow } from './record'

/** After this, another server may try what one has taken and not finished. Longer than an attempt can last. */
const leaseSeconds = 60
/** How many attempts to one workspace may run at once, so that a slow receiver does not hold up the others. */
const atOncePerWorkspace = 4
const daysUntilSwitchedOff = 5
/** Attempts are spread by up to a tenth, so that what failed together is not tried together again. */
const jitterShare = 0.1

/** Takes the delivery that is due longest, of a workspace that has room; others don’t see it until the lease ends. */
async function claim({ database, clock }: Platform): Promise<DeliveryRow | undefined> {
  const now = clock()
  const { rows } = await sql<DeliveryRow>`
    update webhook_deliveries set next_attempt_at = ${new Date(now.getTime() + leaseSeconds * 1000)}, is_leased = true, attempts = attempts + 1
    where id = (
      select id from webhook_deliveries as due
      where status = 'pending' and next_attempt_at <= ${now}
        and (select count(*) from webhook_deliveries as busy where busy.workspace_id = due.workspace_id and busy.status = 'pending' and busy.is_leased and busy.next_attempt_at > ${now}) < ${atOncePerWorkspace}
      order by next_attempt_at, id limit 1 for update skip locked
    )
    returning *`.execute(database)
  return rows[0]
}

async function switchOff(platform: Platform, transaction: Queryable, workspace: WorkspaceRow, reason: string): Promise<void> {
  const now = platform.clock()
  await transaction.updateTable('workspaces').set({ webhook_switched_off_at: now }).where('id', '=', workspace.id).execute()
  await transaction
    .updateTable('webhook_deliveries')
    .set({ status: 'stopped', next_attempt_at: null, is_leased: false, finished_at: now })
    .where('workspace_id', '=', workspace.id)
    .where('status', '=', 'pending')
    .execute()
  platform.log.error({ workspaceId: workspace.id, reason }, 'a webhook was switched off')
  await queueEmail(platform, transaction, workspace.id, {
    subject: `The webhook of ${workspace.name} is switched off`,
    paragraphs: [`${reason} Nothing is sent to ${workspace.webhook_uri ?? 'it'} any more.`, 'What happens meanwhile is kept. Save another address or send a ping that is accepted, then recover what was missed.'],
  })
}

/** Writes down how an attempt went, and what follows: done, tried again later, or given up. */
async function settle(platform: Platform, delivery: DeliveryRow, attempt: DeliveryAttempt): Promise<void> {
  const now = platform.clock()
  await platform.database.transaction().execute(async (transaction) => {
    await recordAttempt(transaction, delivery.id, attempt)
    const workspace = await transaction.selectFrom('workspaces').selectAll().where('id', '=', delivery.workspace_id).forNoKeyUpdate().executeTakeFirstOrThrow()
    const row = transaction.updateTable('webhook_deliveries').where('id', '=', delivery.id)
    if (isAccepted(attempt)) {
      await row.set({ status: 'delivered', next_attempt_at: null, is_leased: false, finished_at: now }).execute()
      if (workspace.webhook_failing_since !== null) await transaction.updateTable('workspaces').set({ webhook_failing_since: null }).where('id', '=', workspace.id).execute()
      return
    }
    const failingSince = workspace.webhook_failing_since ?? now
    if (workspace.webhook_failing_since === null) await transaction.updateTable('workspaces').set({ webhook_failing_since: now }).where('id', '=', workspace.id).execute()

    const pause = retrySeconds[delivery.attempts - 1]
    if (pause === undefined) await row.set({ status: 'failed', next_attempt_at: null, is_leased: false, finished_at: now }).execute()
    else {
      const jittered = pause * (1 + jitterShare * (2 * Math.random() - 1))
      await row.set({ next_attempt_at: new Date(now.getTime() + jittered * 1000), is_leased: false }).execute()
    }
    if (attempt.statusCode === 410) await switchOff(platform, transaction, workspace, 'Its address says that it is gone for good.')
    else if (now.getTime() - failingSince.getTime() >= daysUntilSwitchedOff * 86_400_000) await switchOff(platform, transaction, workspace, `Its address has failed for ${daysUntilSwitchedOff} days.`)
  })
}

/** Tries one delivery that is due. @returns whether there was one */
async function deliverOne(platform: Platform): Promise<boolean> {
  const delivery = await claim(platform)
  if (delivery === undefined) return false
  const workspace = await platform.database.selectFrom('workspaces').selectAll().where('id', '=', delivery.workspace_id).executeTakeFirstOrThrow()
  if (workspace.webhook_uri === null) {
    await platform.database.updateTable('webhook_deliveries').set({ status: 'stopped', next_attempt_at: null, is_leased: false, finished_at: platform.clock() }).where('id', '=', delivery.id).execute()
    return true
  }
  await settle(platform, delivery, await attemptDelivery(platform, workspace, workspace.webhook_uri, delivery))
  return true
}

/** Tries everything that is due, one after another. Several of these may run at once, here and in other servers. */
export async function deliverDueWebhooks(platform: Platform): Promise<void> {
  while (await deliverOne(platform));
}
