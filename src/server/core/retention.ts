import { sql } from 'kysely'
import { retentionDays } from '../../contract/retention'
import type { Queryable } from '../store/database'
import type { Dependencies } from './context'

/** So many at once, so that nobody waits long behind them. */
const batchSize = 1000

/** Deletes deliveries that ended before then, with their attempts. @returns how many, a batch at most */
async function deleteExpiredDeliveries(database: Queryable, before: Date): Promise<number> {
  const { rows } = await sql`
    with old as materialized (select id from webhook_deliveries where finished_at < ${before} order by finished_at limit ${batchSize}),
    attempts as (delete from delivery_attempts where delivery_id in (select id from old))
    delete from webhook_deliveries where id in (select id from old) returning id`.execute(database)
  return rows.length
}

/** Deletes mails that were sent, or given up, and are older. @returns how many, a batch at most */
async function deleteExpiredEmails(database: Queryable, before: Date): Promise<number> {
  const { rows } = await sql`
    delete from emails where id in (select id from emails where status <> 'pending' and created_at < ${before} order by created_at limit ${batchSize}) returning id`.execute(
    database,
  )
  return rows.length
}

/** Forgets usage, deliveries and mails after thirty days; what is still to be sent is kept until it is. */
export async function deleteExpired(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  stopping: AbortSignal = new AbortController().signal,
): Promise<void> {
  const before = new Date(clock().getTime() - retentionDays * 86_400_000)
  await database.deleteFrom('usage_minutes').where('minute', '<', before).execute()
  for (const forget of [deleteExpiredDeliveries, deleteExpiredEmails]) {
    while (!stopping.aborted && (await forget(database, before)) === batchSize);
  }
}
