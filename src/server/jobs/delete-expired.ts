import { sql } from 'kysely'
import type { Dependencies } from '@/server/core/context'
import { secondsAfter } from '@/server/core/time/seconds-after'
import { idempotencyHours } from '@/server/core/writes/idempotency-claim'
import type { Condition } from '@/server/store/condition'
import type { Queryable } from '@/server/store/database'
import { firstIdAt } from '@/server/store/record-id'
import type { Tables } from '@/server/store/schema'

/** How long the last use of a key counts: longer than a year, so that yearly work is seen. */
const keyUseDays = 400

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
      delete from delivery_attempts where delivery_id = any(array(select id from expired))
    )
    delete from webhook_deliveries where id = any(array(select id from expired))
    returning id`.execute(database)
  return rows.length
}

/**
 * Returns a function that deletes the expired rows of a table, the oldest first, and returns how
 * many: a batch at most. They are deleted by their place in the table, so that PostgreSQL never
 * joins a batch with the whole table, as it does where it expects a batch to be large.
 * @param isExpired matches the rows to delete; those whose `age` is before the time if absent
 */
function deleteRows<Name extends keyof Tables>(
  table: Name,
  age: keyof Tables[Name] & string,
  isExpired = (before: Date): Condition => sql`${sql.ref(age)} < ${before}`,
) {
  return async (database: Queryable, before: Date): Promise<number> => {
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(table)} where ctid = any(array(
        select ctid from ${sql.table(table)} where ${isExpired(before)}
        order by ${sql.ref(age)} limit ${batchSize}
      ))`.execute(database)
    return Number(numAffectedRows)
  }
}

const deleteUsage = deleteRows('usage_minutes', 'minute')
const deleteTenantUsage = deleteRows('tenant_usage_hours', 'hour')
const deleteEmails = deleteRows(
  'emails',
  'created_at',
  (before) => sql`status != 'pending' and created_at < ${before}`,
)
const deleteHistory = deleteRows('audit_events', 'id', (before) => sql`id < ${firstIdAt(before)}`)
/** Ids begin with the time of raising, so an alert that was resolved long ago has an old id too. */
const deleteAlerts = deleteRows(
  'alerts',
  'id',
  (before) => sql`id < ${firstIdAt(before)} and resolved_at < ${before}`,
)
const deleteAppsOfArchives = deleteRows(
  'archive_batch_apps',
  'batch_id',
  (before) => sql`batch_id in (select id from archive_batches where created_at < ${before})`,
)
/** Runs after the apps of these archives were deleted, which refer to them. */
const deleteArchives = deleteRows('archive_batches', 'created_at')
const deleteIdempotencyKeys = deleteRows('idempotent_requests', 'created_at')
const deleteTokens = deleteRows('issued_tokens', 'expires_at')
const deleteKeyUses = deleteRows('public_key_uses', 'last_used_at')

/**
 * Deletes expired records: the history with resolved alerts and bulk archives, usage, deliveries
 * and e-mails after the configured days, idempotency keys after a day, issued tokens after they
 * expired, uses of keys after 400 days. Unsent deliveries and e-mails are kept.
 */
export async function deleteExpired(
  { database, clock, retention }: Pick<Dependencies, 'database' | 'clock' | 'retention'>,
  stopping: AbortSignal = new AbortController().signal,
): Promise<void> {
  const now = clock()
  const hoursAgo = (hours: number) => secondsAfter(now, -hours * 3600)
  const daysAgo = (days: number) => hoursAgo(days * 24)
  const { usage, deliveries, history } = retention
  const expired = [
    { deleteBatch: deleteUsage, before: daysAgo(usage) },
    { deleteBatch: deleteTenantUsage, before: daysAgo(usage) },
    { deleteBatch: deleteDeliveries, before: daysAgo(deliveries) },
    { deleteBatch: deleteEmails, before: daysAgo(deliveries) },
    { deleteBatch: deleteIdempotencyKeys, before: hoursAgo(idempotencyHours) },
    // Clocks of servers and database may differ.
    { deleteBatch: deleteTokens, before: hoursAgo(1) },
    { deleteBatch: deleteKeyUses, before: daysAgo(keyUseDays) },
    ...(history === undefined
      ? []
      : [deleteHistory, deleteAlerts, deleteAppsOfArchives, deleteArchives].map((deleteBatch) => ({
          deleteBatch,
          before: daysAgo(history),
        }))),
  ]
  for (const { deleteBatch, before } of expired)
    while (!stopping.aborted && (await deleteBatch(database, before)) === batchSize);
}
