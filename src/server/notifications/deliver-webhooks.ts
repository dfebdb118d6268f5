import { dequal } from 'dequal'
import { sql } from 'kysely'
import { NIL as firstUuid } from 'uuid'
import { retryDelaysSeconds, type DeliveryAttempt } from '../../contract/deliveries'
import type { Queryable } from '../store/database'
import { DatabaseUnavailable } from '../store/database-unavailable'
import { clockSkewSeconds } from '../core/clock-skew'
import type { Dependencies } from '../core/context'
import { queueEmail } from './queue-email'
import type { WorkspaceRow } from '../store/schema'
import { attemptDelivery, isAccepted, recordAttempt } from './attempt-delivery'
import type { DeliveryRow } from './delivery-record'
import { stopPendingDeliveries } from './stop-deliveries'

/** After this, another server may try what one has taken and not finished. Longer than an attempt can last. */
const leaseSeconds = 30
/** How many attempts a server has under way at most. */
const maxConcurrent = 64
/** How many of them are for one workspace, so that a slow receiver does not hold up the others. Servers that claim at the same moment may each start as many. */
const maxConcurrentPerWorkspace = 4
/** The same, of a workspace whose address fails. */
const maxConcurrentWhileFailing = 1
/** How long an attempt is waited for before what has come due since is looked for. */
const pollMilliseconds = 1000
const disableAfterDays = 5
/** Attempts are spread by up to a tenth, so that what failed together is not tried together again. */
const jitterShare = 0.1
const maxPauseSeconds = Math.max(...retryDelaysSeconds) * (1 + jitterShare)

const secondsAfter = (time: Date, seconds: number) => new Date(time.getTime() + seconds * 1000)

/**
 * Takes what is due, of workspaces that have room, in the order of their ids from the one after `after`; others don’t
 * see it until the lease ends. It walks along the index from workspace to workspace and ends when it has enough.
 */
export function claimDue(now: Date, after: string, most: number) {
  return sql<DeliveryRow>`
    with recursive waiting as (
      (select workspace_id from webhook_deliveries where status = 'pending' and workspace_id > ${after} order by workspace_id, next_attempt_at limit 1)
      union all
      select following.workspace_id from waiting, lateral (
        select workspace_id from webhook_deliveries where status = 'pending' and workspace_id > waiting.workspace_id order by workspace_id, next_attempt_at limit 1
      ) as following
    ),
    due as (
      select oldest.id from waiting, lateral (
        select id from webhook_deliveries
        where status = 'pending' and workspace_id = waiting.workspace_id and next_attempt_at <= ${now}
        order by next_attempt_at, id
        limit greatest(0, (select case when webhook_failing_since is null then ${maxConcurrentPerWorkspace}::int else ${maxConcurrentWhileFailing}::int end from workspaces where id = waiting.workspace_id)
          - (select count(*) from webhook_deliveries where workspace_id = waiting.workspace_id and is_leased and next_attempt_at > ${now}))
        for update skip locked
      ) as oldest
      limit ${most}
    )
    update webhook_deliveries set next_attempt_at = ${secondsAfter(now, leaseSeconds)}, is_leased = true, attempts = attempts + 1
    from due where webhook_deliveries.id = due.id
    returning webhook_deliveries.*`
}

/** Makes due what lies further ahead than it can: the clock was put back. */
export async function repairClockSkew({ database, clock }: Dependencies): Promise<void> {
  const now = clock()
  const latest = secondsAfter(now, clockSkewSeconds)
  await database
    .updateTable('webhook_deliveries')
    .set({ next_attempt_at: now, is_leased: false })
    .where('status', '=', 'pending')
    .where(({ or, and, eb }) =>
      or([
        eb('next_attempt_at', '>', secondsAfter(latest, maxPauseSeconds)),
        and([
          eb('is_leased', '=', true),
          eb('next_attempt_at', '>', secondsAfter(latest, leaseSeconds)),
        ]),
      ]),
    )
    .execute()
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
  dependencies.log.error({ workspaceId: workspace.id, reason }, 'a webhook was switched off')
  await queueEmail(dependencies, transaction, workspace.id, {
    subject: `The webhook of ${workspace.name} is switched off`,
    paragraphs: [
      `${reason} Nothing is sent to ${workspace.webhook_uri ?? 'it'} any more.`,
      'What happens meanwhile is kept. Save another address or send a ping that is accepted, then recover what was missed.',
    ],
  })
}

/** The row of a delivery, as long as it is the claim’s: it may have been stopped, or taken over by another server. */
function held(database: Queryable, { id, next_attempt_at: leaseEnd }: DeliveryRow) {
  return database
    .updateTable('webhook_deliveries')
    .where('id', '=', id)
    .where('is_leased', '=', true)
    .where('next_attempt_at', '=', leaseEnd)
}

/** What a response is of: another address, or one that has got another secret, may response otherwise. */
function recipientOf({ webhook_uri: uri, previous_webhook_secrets: rotations }: WorkspaceRow) {
  return { uri, rotations }
}

/** Writes down how an attempt went, and what follows: done, tried again later, or given up. */
async function saveResult(
  dependencies: Dependencies,
  delivery: DeliveryRow,
  sender: WorkspaceRow,
  attempt: DeliveryAttempt,
): Promise<void> {
  const now = dependencies.clock()
  await dependencies.database.transaction().execute(async (transaction) => {
    await recordAttempt(transaction, delivery.id, attempt)
    const workspace = await transaction
      .selectFrom('workspaces')
      .selectAll()
      .where('id', '=', delivery.workspace_id)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
    const isOfNow = dequal(recipientOf(workspace), recipientOf(sender))
    const ofWorkspace = transaction.updateTable('workspaces').where('id', '=', workspace.id)
    if (isAccepted(attempt)) {
      await transaction
        .updateTable('webhook_deliveries')
        .where('id', '=', delivery.id)
        .set({ status: 'delivered', next_attempt_at: null, is_leased: false, finished_at: now })
        .execute()
      if (isOfNow && workspace.webhook_failing_since !== null)
        await ofWorkspace.set({ webhook_failing_since: null }).execute()
      return
    }

    if (!isOfNow) {
      await held(transaction, delivery)
        .set({ next_attempt_at: now, is_leased: false, attempts: delivery.attempts - 1 })
        .execute()
      return
    }
    const pause = retryDelaysSeconds[delivery.attempts - 1]
    const { numUpdatedRows } = await held(transaction, delivery)
      .set(
        pause === undefined
          ? { status: 'failed', next_attempt_at: null, is_leased: false, finished_at: now }
          : {
              next_attempt_at: secondsAfter(
                now,
                pause * (1 + jitterShare * (2 * Math.random() - 1)),
              ),
              is_leased: false,
            },
      )
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return

    const failingSince = workspace.webhook_failing_since ?? now
    if (workspace.webhook_failing_since === null)
      await ofWorkspace.set({ webhook_failing_since: now }).execute()
    if (attempt.statusCode === 410)
      await disableWebhook(
        dependencies,
        transaction,
        workspace,
        'Its address says that it is gone for good.',
      )
    else if (now.getTime() - failingSince.getTime() >= disableAfterDays * 86_400_000)
      await disableWebhook(
        dependencies,
        transaction,
        workspace,
        `Its address has failed for ${disableAfterDays} days.`,
      )
  })
}

/** Tries a delivery that was claimed. An attempt that is cut off is due again, as if it had not been. */
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
    await held(database, delivery)
      .set({ status: 'stopped', next_attempt_at: null, is_leased: false, finished_at: clock() })
      .execute()
    return
  }
  const attempt = await attemptDelivery(dependencies, sender, uri, delivery, cutOff)
  if (cutOff.aborted && attempt.statusCode === undefined)
    await held(database, delivery)
      .set({ next_attempt_at: clock(), is_leased: false, attempts: delivery.attempts - 1 })
      .execute()
  else await saveResult(dependencies, delivery, sender, attempt)
}

/** Waits until one of them has ended, or others may have come due. */
async function oneOf(underWay: Iterable<Promise<void>>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  await Promise.race([
    ...underWay,
    new Promise<void>((resume) => (timer = setTimeout(resume, pollMilliseconds))),
  ])
  clearTimeout(timer)
}

/** Tries everything that is due, until nothing is, or the stop. Several of these may run at once, in other servers. */
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
            // An outage is logged by the pool. The lease ends, and the delivery is tried again.
            if (!(error instanceof DatabaseUnavailable))
              dependencies.log.error(
                { error, deliveryId: delivery.id },
                'a delivery could not be tried',
              )
          })
          .finally(() => underWay.delete(trying))
        underWay.set(trying, cutOff)
      }
      if (underWay.size === 0 && after === firstUuid) break
      // Each workspace has its turn before the first has another.
      after =
        rows.length < room
          ? firstUuid
          : rows.reduce((last, { workspace_id: id }) => (id > last ? id : last), after)
      if (underWay.size > 0) await oneOf(underWay.keys())
    }
  } finally {
    // What is under way also ends before this does where the database fails in the middle.
    if (stopping.aborted) for (const cutOff of underWay.values()) cutOff.abort()
    await Promise.all(underWay.keys())
  }
}
