import { dequal } from 'dequal'
import { sql } from 'kysely'
import { webhookDisabledAfterDays, type DeliveryAttempt } from '@/contract/deliveries'
import type { Dependencies } from '@/server/core/context'
import { pause } from '@/server/core/time/pause'
import { retryTime } from '@/server/queue/queue'
import type { Queryable } from '@/server/store/database'
import type { WorkspaceRow } from '@/server/store/schema'
import { isLockTimeout } from '@/server/store/sql-state'
import { isAccepted, recordAttempt } from './attempt-delivery'
import type { DeliveryRow } from './delivery-record'
import { queueEmail } from './queue-email'
import { stopPendingDeliveries } from './stop-deliveries'
import { webhookQueue } from './webhook-queue'

/** What deliveries need of their workspace. It has other columns that can be large. */
export const senderColumns = [
  'id',
  'name',
  'archived_at',
  'encrypted_webhook_secret',
  'previous_webhook_secrets',
  'webhook_uri',
  'webhook_failing_since',
  'webhook_disabled_at',
] as const satisfies readonly (keyof WorkspaceRow)[]

type Sender = Pick<WorkspaceRow, (typeof senderColumns)[number]>

/** Returns why a webhook is disabled after a failed attempt; undefined if it stays enabled. */
function reasonToDisable(
  { statusCode }: DeliveryAttempt,
  failingMilliseconds: number,
): string | undefined {
  if (statusCode === 410) return 'Its address responded with status 410 (gone).'
  return failingMilliseconds >= webhookDisabledAfterDays * 86_400_000
    ? `Its address has failed for ${webhookDisabledAfterDays} days.`
    : undefined
}

/** Disables a webhook, stops its pending deliveries, and sends an e-mail about it. */
async function disableWebhook(
  dependencies: Dependencies,
  transaction: Queryable,
  workspace: Sender,
  reason: string,
): Promise<void> {
  const now = dependencies.clock()
  await transaction
    .updateTable('workspaces')
    .set({ webhook_disabled_at: now })
    .where('id', '=', workspace.id)
    .execute()
  await stopPendingDeliveries(transaction, workspace.id, now)
  dependencies.log.error({ workspaceId: workspace.id, reason }, 'a webhook was disabled')
  await queueEmail(dependencies, transaction, workspace.id, {
    subject: `The webhook of ${workspace.name} was disabled`,
    paragraphs: [
      `${reason} Events are no longer sent to ${workspace.webhook_uri ?? 'it'}.`,
      'New events are kept. Save another address or send a successful ping, then recover the ' +
        'missed deliveries.',
    ],
  })
}

/** Updates a delivery while its claim is valid; another server may have stopped or claimed it. */
function updateLeased(database: Queryable, { id, next_attempt_at: leaseEnd }: DeliveryRow) {
  return database
    .updateTable('webhook_deliveries')
    .where('id', '=', id)
    .where('is_leased', '=', true)
    .where('next_attempt_at', '=', leaseEnd)
}

/** Makes a leased delivery due again, as if it had not been attempted. */
export async function returnToQueue(
  { clock }: Pick<Dependencies, 'clock'>,
  database: Queryable,
  delivery: DeliveryRow,
): Promise<void> {
  await updateLeased(database, delivery)
    .set({ next_attempt_at: clock(), is_leased: false, attempts: delivery.attempts - 1 })
    .execute()
}

/** What a response depends on: another address or secret may get another response. */
function recipientOf({ webhook_uri: uri, previous_webhook_secrets: rotations }: Sender) {
  return { uri, rotations }
}

async function hasPendingDeliveries(database: Queryable, workspaceId: string): Promise<boolean> {
  const pending = await database
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('status', '=', 'pending')
    .limit(1)
    .executeTakeFirst()
  return pending !== undefined
}

/** Saves that a delivery arrived. */
async function saveSuccess(
  { clock }: Pick<Dependencies, 'clock'>,
  transaction: Queryable,
  { id }: DeliveryRow,
): Promise<void> {
  await transaction
    .updateTable('webhook_deliveries')
    .where('id', '=', id)
    .set({ status: 'delivered', next_attempt_at: null, is_leased: false, finished_at: clock() })
    .execute()
}

/**
 * Saves that an attempt failed: the delivery is retried or has failed for good, and the webhook is
 * disabled if its address is gone or has failed for days.
 */
async function saveFailure(
  dependencies: Dependencies,
  transaction: Queryable,
  delivery: DeliveryRow,
  workspace: Sender,
  attempt: DeliveryAttempt,
): Promise<void> {
  const now = dependencies.clock()
  const retryAt = retryTime(webhookQueue, delivery.attempts, now)
  const { numUpdatedRows } = await updateLeased(transaction, delivery)
    .set(
      retryAt === undefined
        ? { status: 'failed', next_attempt_at: null, is_leased: false, finished_at: now }
        : { next_attempt_at: retryAt, is_leased: false },
    )
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return

  const { webhook_failing_since: before } = workspace
  // A time in the future was saved before the clock was set back.
  const failingSince = before === null || before > now ? now : before
  // With nothing left to send, the address is no longer known to fail.
  const isLast = retryAt === undefined && !(await hasPendingDeliveries(transaction, workspace.id))
  await setFailingSince(transaction, workspace, isLast ? null : failingSince)
  const reason = reasonToDisable(attempt, now.getTime() - failingSince.getTime())
  if (reason !== undefined) await disableWebhook(dependencies, transaction, workspace, reason)
}

/** Saves since when the address of a workspace fails; null if it works. */
async function setFailingSince(
  transaction: Queryable,
  { id, webhook_failing_since: before }: Sender,
  since: Date | null,
): Promise<void> {
  if (dequal(before, since)) return
  await transaction
    .updateTable('workspaces')
    .set({ webhook_failing_since: since })
    .where('id', '=', id)
    .execute()
}

/** How long a transaction waits for a lock. Meanwhile, it keeps a connection from other jobs. */
const lockMilliseconds = 100
/** How long to wait without a connection before the transaction is tried again. */
const pauseMilliseconds = 400

/**
 * Runs a transaction that locks the workspace of a claimed delivery. While something else locks it,
 * the transaction is tried again and again, and other jobs have the connection in between.
 * @throws if the workspace is locked until the lease of the delivery ends
 */
export async function lockingWorkspace<Result>(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  { next_attempt_at: leaseEnd }: DeliveryRow,
  work: (transaction: Queryable) => Promise<Result>,
): Promise<Result> {
  for (;;) {
    try {
      return await database.transaction().execute(async (transaction) => {
        await sql`set local lock_timeout = ${sql.lit(lockMilliseconds)}`.execute(transaction)
        return work(transaction)
      })
    } catch (error) {
      if (!isLockTimeout(error) || leaseEnd === null || clock() >= leaseEnd) throw error
    }
    await pause(pauseMilliseconds)
  }
}

/** Locks the workspace of a delivery, before the delivery, as operations on deliveries do. */
function lockWorkspace(transaction: Queryable, { workspace_id: id }: DeliveryRow): Promise<Sender> {
  return transaction
    .selectFrom('workspaces')
    .select(senderColumns)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

/** Returns the address that a workspace has deliveries sent to; null if it gets none now. */
export function addressFor(workspace: Sender): string | null {
  const isOff = workspace.webhook_disabled_at !== null || workspace.archived_at !== null
  return isOff ? null : workspace.webhook_uri
}

/**
 * Stops a leased delivery, because its workspace has no address to send it to. If it has got one
 * meanwhile, the delivery is due again.
 * @throws if the workspace is locked until the lease of the delivery ends
 */
export async function stopDelivery(
  dependencies: Pick<Dependencies, 'clock' | 'database'>,
  delivery: DeliveryRow,
): Promise<void> {
  await lockingWorkspace(dependencies, delivery, async (transaction) => {
    const workspace = await lockWorkspace(transaction, delivery)
    if (addressFor(workspace) !== null) return returnToQueue(dependencies, transaction, delivery)
    await updateLeased(transaction, delivery)
      .set({
        status: 'stopped',
        next_attempt_at: null,
        is_leased: false,
        // The claim counted an attempt, but nothing was sent.
        attempts: delivery.attempts - 1,
        finished_at: dependencies.clock(),
      })
      .execute()
  })
}

/**
 * Saves an attempt and its result, unless that is about another address or secret than now.
 * @throws if the workspace is locked until the lease of the delivery ends
 */
export async function saveResult(
  dependencies: Dependencies,
  delivery: DeliveryRow,
  sender: Sender,
  attempt: DeliveryAttempt,
): Promise<void> {
  await lockingWorkspace(dependencies, delivery, async (transaction) => {
    const workspace = await lockWorkspace(transaction, delivery)
    await recordAttempt(transaction, delivery.id, attempt)
    const isCurrent = dequal(recipientOf(workspace), recipientOf(sender))
    if (isAccepted(attempt)) {
      await saveSuccess(dependencies, transaction, delivery)
      if (isCurrent) await setFailingSince(transaction, workspace, null)
    } else if (isCurrent) {
      await saveFailure(dependencies, transaction, delivery, workspace, attempt)
    } else {
      await returnToQueue(dependencies, transaction, delivery)
    }
  })
}
