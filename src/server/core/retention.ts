import { sql } from 'kysely'
import { defaultRetentionDays } from '../../contract/retention'
import type { Queryable } from '../store/database'
import type { Dependencies } from './context'
import { idempotencyHours } from './idempotency-claim'

/** How many days finished work and records are kept. */
export interface Retention {
  /** Forever if absent. */
  history?: number | undefined
  /** For webhook deliveries and e-mails, after they succeeded or failed for good. */
  deliveries: number
  usage: number
}

export const defaultRetention: Retention = {
  deliveries: defaultRetentionDays,
  usage: defaultRetentionDays,
}

/** Rows deleted per statement, so that locks are held only briefly. */
const batchSize = 1000

/**
 * Deletes deliveries, but none that is being resent.
 * @returns how many were deleted, a batch at most
 */
async function deleteDeliveries(database: Queryable, before: Date): Promise<number> {
  const { rows } = await sql`
    with expired as materialized (
      select id from webhook_deliveries where finished_at < ${before}
      order by finished_at limit ${batchSize}
      for update skip locked
    ),
    attempts as (
      delete from delivery_attempts where delivery_id in (select id from expired)
    )
    delete from webhook_deliveries where id in (select id from expired)
    returning id`.execute(database)
  return rows.length
}

/** @returns how many e-mails were deleted, a batch at most */
async function deleteEmails(database: Queryable, before: Date): Promise<number> {
  const { numDeletedRows } = await database
    .deleteFrom('emails')
    .where('id', 'in', (emails) =>
      emails
        .selectFrom('emails')
        .select('id')
        .where('status', '!=', 'pending')
        .where('created_at', '<', before)
        .orderBy('created_at')
        .limit(batchSize),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** The lowest id of records from a time on, because ids begin with their time. */
function firstIdAt(time: Date): string {
  const hex = Math.max(0, time.getTime()).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`
}

/** @returns how many entries of the history were deleted, a batch at most */
async function deleteHistory(database: Queryable, before: Date): Promise<number> {
  const { numDeletedRows } = await database
    .deleteFrom('audit_events')
    .where('id', 'in', (events) =>
      events
        .selectFrom('audit_events')
        .select('id')
        .where('id', '<', firstIdAt(before))
        .orderBy('id')
        .limit(batchSize),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/**
 * Deletes expired records: history, usage, deliveries and e-mails after the configured days,
 * idempotency keys after a day. Unsent deliveries and e-mails are kept.
 */
export async function deleteExpired(
  { database, clock, retention }: Pick<Dependencies, 'database' | 'clock' | 'retention'>,
  stopping: AbortSignal = new AbortController().signal,
): Promise<void> {
  const hoursAgo = (hours: number) => new Date(clock().getTime() - hours * 3_600_000)
  await database
    .deleteFrom('usage_minutes')
    .where('minute', '<', hoursAgo(retention.usage * 24))
    .execute()
  const before = hoursAgo(retention.deliveries * 24)
  for (const deleteBatch of [deleteDeliveries, deleteEmails]) {
    while (!stopping.aborted && (await deleteBatch(database, before)) === batchSize);
  }
  if (retention.history !== undefined) {
    const historyBefore = hoursAgo(retention.history * 24)
    while (!stopping.aborted && (await deleteHistory(database, historyBefore)) === batchSize);
  }
  await database
    .deleteFrom('idempotent_requests')
    .where('created_at', '<', hoursAgo(idempotencyHours))
    .execute()
}
