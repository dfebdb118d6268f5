import { sql, type RawBuilder, type Selectable } from 'kysely'
import { clockSkewSeconds } from '@/server/core/time/clock-skew'
import { secondsAfter } from '@/server/core/time/seconds-after'
import type { Queryable } from '@/server/store/database'
import type { Tables } from '@/server/store/schema'

/** A failed attempt is repeated up to this share earlier or later, so that rows spread out. */
const jitterShare = 0.1

type QueuedTable = 'webhook_deliveries' | 'emails' | 'workspaces'
type Row<Table extends QueuedTable> = Selectable<Tables[Table]>

/**
 * A queue of rows that are attempted until they succeed or fail for good. Work is done at least
 * once: a claim leases the row for a while, and after the lease another server may claim it.
 */
export interface Queue<Table extends QueuedTable = QueuedTable> {
  table: Table
  /** The time when a row is due or its lease ends; null if nothing is left to do. */
  dueColumn: string
  /** Matches the rows that are due or leased, as their index does. */
  condition: RawBuilder<unknown>
  /** The number of attempts, including the current one. */
  attemptsColumn: string
  /** Distinguishes leased rows from waiting ones, if the table has such a column. */
  leasedColumn?: string
  /** How long a lease lasts; longer than an attempt can take. */
  leaseSeconds: number
  /** The delay after an attempt, numbered from 1; undefined to give up. */
  delaySeconds(attempt: number): number | undefined
  /** The longest of these delays. */
  maxDelaySeconds: number
}

/** Selects the row that has been due for the longest time, unless another server claims it now. */
function oldestDue({ table, dueColumn, condition }: Queue, now: Date): RawBuilder<unknown> {
  return sql`
    select id from ${sql.table(table)} where ${condition} and ${sql.ref(dueColumn)} <= ${now}
    order by ${sql.ref(dueColumn)} limit 1 for update skip locked`
}

/**
 * Leases rows to the caller: no other server claims them until the lease ends.
 * @param candidates selects the ids of the rows, locked; the oldest due row without it
 */
export function claim<Table extends QueuedTable>(
  queue: Queue<Table>,
  now: Date,
  candidates: RawBuilder<unknown> = oldestDue(queue, now),
): RawBuilder<Row<Table>> {
  const { table, dueColumn, attemptsColumn, leasedColumn, leaseSeconds } = queue
  const lease = leasedColumn === undefined ? sql`` : sql`${sql.id(leasedColumn)} = true,`
  return sql<Row<Table>>`
    with candidates as (${candidates})
    update ${sql.table(table)} set ${lease}
      ${sql.id(dueColumn)} = ${secondsAfter(now, leaseSeconds)},
      ${sql.id(attemptsColumn)} = ${sql.id(attemptsColumn)} + 1
    from candidates where ${sql.table(table)}.id = candidates.id
    returning ${sql.table(table)}.*`
}

/** Returns when a failed attempt is repeated; undefined when the row is given up. */
export function retryTime(queue: Queue, attempt: number, now: Date): Date | undefined {
  const seconds = queue.delaySeconds(attempt)
  if (seconds === undefined) return undefined
  return secondsAfter(now, seconds * (1 + jitterShare * (2 * Math.random() - 1)))
}

/** Makes rows due that are too far ahead because the clock was set back. */
export async function repairClockSkew(database: Queryable, queue: Queue, now: Date): Promise<void> {
  const { table, dueColumn, condition, leasedColumn, leaseSeconds, maxDelaySeconds } = queue
  const latest = (seconds: number) => secondsAfter(now, seconds + clockSkewSeconds)
  const due = sql.ref(dueColumn)
  const longest = Math.max(leaseSeconds, maxDelaySeconds * (1 + jitterShare))
  await (
    leasedColumn === undefined
      ? sql`
        update ${sql.table(table)} set ${due} = ${now}
        where ${condition} and ${due} > ${latest(longest)}`
      : sql`
        update ${sql.table(table)} set ${due} = ${now}, ${sql.ref(leasedColumn)} = false
        where ${condition} and (
          ${due} > ${latest(longest)}
          or (${sql.ref(leasedColumn)} and ${due} > ${latest(leaseSeconds)})
        )`
  ).execute(database)
}

/** Processes the due rows of a queue one by one, until there are none or the server stops. */
export async function workOff<Table extends QueuedTable>(
  queue: Queue<Table>,
  { database, clock }: { database: Queryable; clock: () => Date },
  work: (row: Row<Table>) => Promise<void>,
  stopping: AbortSignal = new AbortController().signal,
): Promise<void> {
  while (!stopping.aborted) {
    const { rows } = await claim(queue, clock()).execute(database)
    const [row] = rows
    if (row === undefined) return
    await work(row)
  }
}
