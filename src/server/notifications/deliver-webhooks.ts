import { dequal } from 'dequal'
import { sql } from 'kysely'
import { NIL as firstUuid } from 'uuid'
import { retryDelaysSeconds, type DeliveryAttempt } from '../../contract/deliveries'
import type { Queryable } from '../store/database'
import type { Dependencies } from '../core/context'
import { within } from '../core/within'
import { claim, retryTime, type Queue } from '../queue/queue'
import { DatabaseUnavailable } from '../store/database-unavailable'
import type { WorkspaceRow } from '../store/schema'
import { queueEmail } from './queue-email'
import { attemptDelivery, isAccepted, recordAttempt } from './attempt-delivery'
import type { DeliveryRow } from './delivery-record'
import { stopPendingDeliveries } from './stop-deliveries'

/** How many attempts a server makes at the same time. */
const maxConcurrent = 64
/**
 * The maximum for one workspace, so that a slow receiver does not delay the others. Servers that
 * claim at the same moment may each start as many.
 */
const maxConcurrentPerWorkspace = 4
/** The maximum for a workspace with a failing address. */
const maxConcurrentWhileFailing = 1
/** How long to wait for an attempt before looking for deliveries that have come due since. */
const pollMilliseconds = 1000
const disableAfterDays = 5

export const webhookQueue: Queue = {
  table: 'webhook_deliveries',
  dueColumn: 'next_attempt_at',
  attemptsColumn: 'attempts',
  leasedColumn: 'is_leased',
  condition: sql`status = 'pending'`,
  leaseSeconds: 30,
  delaySeconds: (attempt) => retryDelaysSeconds[attempt - 1],
  maxDelaySeconds: Math.max(...retryDelaysSeconds),
}

/**
 * Claims due deliveries of workspaces that may start attempts, in the order of workspace ids after
 * `after`. It walks along the index from workspace to workspace until it has enough.
 */
export function claimDue(now: Date, after: string, limit: number) {
  return claim<DeliveryRow>(
    webhookQueue,
    now,
    sql`
      with recursive waiting as (
        (
          select workspace_id from webhook_deliveries
          where status = 'pending' and workspace_id > ${after}
          order by workspace_id, next_attempt_at limit 1
        )
        union all
        select following.workspace_id from waiting, lateral (
          select workspace_id from webhook_deliveries
          where status = 'pending' and workspace_id > waiting.workspace_id
          order by workspace_id, next_attempt_at limit 1
        ) as following
      )
      select oldest.id from waiting, lateral (
        select id from webhook_deliveries
        where status = 'pending' and workspace_id = waiting.workspace_id
          and next_attempt_at <= ${now}
        order by next_attempt_at, id
        limit greatest(0, (
          select case when webhook_failing_since is null
            then ${maxConcurrentPerWorkspace}::int else ${maxConcurrentWhileFailing}::int end
          from workspaces where id = waiting.workspace_id
        ) - (
          select count(*) from webhook_deliveries
          where workspace_id = waiting.workspace_id and is_leased and next_attempt_at > ${now}
        ))
        for update skip locked
      ) as oldest
      limit ${limit}`,
  )
}

async function disableWebhook(
  dependencies: Dependencies,
  transaction: Queryable,
  workspace: WorkspaceRow,
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

/** Makes a delivery due again, as if it had not been attempted. */
async function returnToQueue(
  { clock }: Pick<Dependencies, 'clock'>,
  database: Queryable,
  delivery: DeliveryRow,
): Promise<void> {
  await updateLeased(database, delivery)
    .set({ next_attempt_at: clock(), is_leased: false, attempts: delivery.attempts - 1 })
    .execute()
}

/** What a response depends on: another address or secret may get another response. */
function recipientOf({ webhook_uri: uri, previous_webhook_secrets: rotations }: WorkspaceRow) {
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
  workspace: WorkspaceRow,
  { statusCode }: DeliveryAttempt,
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
  if (statusCode === 410)
    await disableWebhook(
      dependencies,
      transaction,
      workspace,
      'Its address responded with status 410 (gone).',
    )
  else if (now.getTime() - failingSince.getTime() >= disableAfterDays * 86_400_000)
    await disableWebhook(
      dependencies,
      transaction,
      workspace,
      `Its address has failed for ${disableAfterDays} days.`,
    )
}

/** Saves since when the address of a workspace fails; null if it works. */
async function setFailingSince(
  transaction: Queryable,
  { id, webhook_failing_since: before }: WorkspaceRow,
  since: Date | null,
): Promise<void> {
  if (dequal(before, since)) return
  await transaction
    .updateTable('workspaces')
    .set({ webhook_failing_since: since })
    .where('id', '=', id)
    .execute()
}

/** Saves an attempt and its result, unless that is about another address or secret than now. */
async function saveResult(
  dependencies: Dependencies,
  delivery: DeliveryRow,
  sender: WorkspaceRow,
  attempt: DeliveryAttempt,
): Promise<void> {
  await dependencies.database.transaction().execute(async (transaction) => {
    // First, as operations on deliveries do: the attempt locks its delivery too.
    const workspace = await transaction
      .selectFrom('workspaces')
      .selectAll()
      .where('id', '=', delivery.workspace_id)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
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

/** Attempts a claimed delivery. An aborted attempt does not count, and is due again. */
async function deliver(
  dependencies: Dependencies,
  delivery: DeliveryRow,
  cutOff: AbortSignal,
): Promise<void> {
  const { database, clock } = dependencies
  const sender = await database
    .selectFrom('workspaces')
    .selectAll()
    .where('id', '=', delivery.workspace_id)
    .executeTakeFirstOrThrow()
  const { webhook_uri: uri } = sender
  if (uri === null || sender.webhook_disabled_at !== null || sender.archived_at !== null) {
    await updateLeased(database, delivery)
      .set({ status: 'stopped', next_attempt_at: null, is_leased: false, finished_at: clock() })
      .execute()
    return
  }
  const attempt = await attemptDelivery(dependencies, sender, uri, delivery, cutOff)
  if (cutOff.aborted && attempt.statusCode === undefined)
    await returnToQueue(dependencies, database, delivery)
  else await saveResult(dependencies, delivery, sender, attempt)
}

/**
 * Attempts all due deliveries until the server stops. Other servers may do so at the same time.
 */
export async function deliverDueWebhooks(
  dependencies: Dependencies,
  stopping: AbortSignal = new AbortController().signal,
): Promise<void> {
  const underWay = new Map<Promise<void>, AbortController>()
  let after: string = firstUuid
  try {
    while (!stopping.aborted) {
      const room = maxConcurrent - underWay.size
      const { rows } = await claimDue(dependencies.clock(), after, room).execute(
        dependencies.database,
      )
      for (const delivery of rows) {
        const cutOff = new AbortController()
        const trying: Promise<void> = deliver(dependencies, delivery, cutOff.signal)
          .catch((error: unknown) => {
            // The pool logs an outage. When the lease ends, the delivery is attempted again.
            if (!(error instanceof DatabaseUnavailable))
              dependencies.log.error(
                { error, deliveryId: delivery.id },
                'a delivery could not be attempted',
              )
          })
          .finally(() => underWay.delete(trying))
        underWay.set(trying, cutOff)
      }
      if (underWay.size === 0 && after === firstUuid) break
      // Round robin: every workspace has a turn before the first one has another.
      after =
        rows.length < room
          ? firstUuid
          : rows.reduce((last, { workspace_id: id }) => (id > last ? id : last), after)
      if (underWay.size > 0) await within(pollMilliseconds, Promise.race(underWay.keys()), () => {})
    }
  } finally {
    // If the database fails, attempts in progress also end before this function does.
    if (stopping.aborted) for (const cutOff of underWay.values()) cutOff.abort()
    await Promise.all(underWay.keys())
  }
}
