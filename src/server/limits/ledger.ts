import { sql } from 'kysely'
import { limitNames, type LimitName } from '@/contract/limits'
import { clockSkewSeconds } from '@/server/core/time/clock-skew'
import type { Database } from '@/server/store/database'
import { windowSecondsOf } from './effective-limit'
import { slotsPerWindow } from './sliding-window'

/** A server's report on one limit: its uses so far, and how many it wants next. */
export interface Report {
  subject: string
  limit: LimitName
  max: number
  windowSeconds: number
  /** Uses since the last report, by step of the window. Negative for what was released. */
  counted: ReadonlyMap<number, number>
  /** How many requests are waiting for the result. */
  needed: number
  /** How many uses the server wants to lease. */
  wished: number
}

/** The state of a limit after a report. */
interface Balance {
  /** The uses that all servers have reported, by step of the window, oldest first. */
  slots: readonly (readonly [slot: number, count: number])[]
  /** How many uses the server may accept before it reports again. */
  leased: number
  /** Whether too little is left to lease any in advance. */
  isNear: boolean
  /** The ledger's clock, in milliseconds. */
  now: number
}

/** The shared record that lets several servers count together. */
export interface Ledger {
  /**
   * Adds the uses that a server has counted, and replaces its leases.
   * @param leaseMilliseconds how long the server uses the new leases at most
   * @returns one balance for each report
   */
  settle(server: string, leaseMilliseconds: number, reports: readonly Report[]): Promise<Balance[]>
}

/** A server may lease the remaining room divided by this and by the number of servers. */
export const leaseDivisor = 8

interface BalanceRow {
  subject: string
  limit_name: string
  slots: Record<string, number>
  leased: number
  is_near: boolean
  now: number
}

/**
 * Settles all reports in one statement, which takes one round trip: it locks the rows in a fixed
 * order, adds the reported uses to those still in the window, and leases from what other servers
 * have left. Their leases count until the last possible use has left the window, so that no use is
 * lost when a server crashes. Steps ahead of the current one can come from a statement that got the
 * lock first; steps more than a window ahead date from before the clock was set back, as do leases
 * that end later than any lease does.
 */
function settleStatement(server: string, leaseMilliseconds: number, reports: readonly object[]) {
  return sql<BalanceRow>`
    with reported as materialized (
      select report.*, time.now,
        floor(time.now * ${slotsPerWindow}::float8 / (window_seconds * 1000))::bigint as slot
      from jsonb_to_recordset(${JSON.stringify(reports)}::jsonb) as report (
          subject uuid, limit_name text, max float8, window_seconds float8, counted jsonb,
          needed float8, wished float8),
        (select extract(epoch from clock_timestamp())::float8 * 1000 as now) as time
    ),
    locked as materialized (
      select subject, limit_name, slots, leases
      from limit_meters join reported using (subject, limit_name)
      order by subject, limit_name for update of limit_meters
    ),
    counted as materialized (
      select subject, limit_name, now, window_seconds, needed, wished,
        live.slots, others.leases, others.servers,
        greatest(0, floor(max - live.used - others.leased)) as room
      from reported join locked using (subject, limit_name),
      lateral (
        select coalesce(jsonb_object_agg(step, count), '{}') as slots,
          coalesce(sum(count), 0)::float8 as used
        from (
          select key::bigint as step, sum(value::int) as count
          from (
            select * from jsonb_each_text(locked.slots)
            union all select * from jsonb_each_text(reported.counted)
          ) as both_slots
          where key::bigint between slot - ${slotsPerWindow}::int and slot + ${slotsPerWindow}::int
          group by key
        ) as steps where count > 0
      ) as live,
      lateral (
        select coalesce(jsonb_object_agg(key, value), '{}') as leases, count(*) as servers,
          coalesce(sum((value ->> 'amount')::float8), 0) as leased
        from jsonb_each(locked.leases)
        where key <> ${server} and (value ->> 'until')::float8 > now
          and (value ->> 'until')::float8
            <= now + 2000 * window_seconds + ${clockSkewSeconds * 1000}::float8
      ) as others
    ),
    shared as materialized (
      select *, floor(room / (${leaseDivisor}::int * (servers + 1))) as share from counted
    ),
    granted as materialized (
      select *, least(room, greatest(needed, least(share, wished))) as leased from shared
    ),
    settled as (
      update limit_meters set slots = granted.slots,
        leases = granted.leases || case when leased = 0 then '{}' else jsonb_build_object(
          ${server}::text, jsonb_build_object('amount', leased,
            'until', now + ${leaseMilliseconds}::float8 + window_seconds * 1000)) end
      from granted
      where limit_meters.subject = granted.subject and limit_meters.limit_name = granted.limit_name
    )
    select subject, limit_name, slots, leased, share < 1 as is_near, now from granted`
}

const nameOf = (row: { subject: string; limit_name: string }) => `${row.subject} ${row.limit_name}`

/** Creates the ledger of servers that share a database. */
export function databaseLedger(database: Database): Ledger {
  return {
    async settle(server, leaseMilliseconds, reports) {
      const rows = reports.map(({ subject, limit, max, windowSeconds, counted, ...wants }) => ({
        subject,
        limit_name: limit,
        max,
        window_seconds: windowSeconds,
        counted: Object.fromEntries(counted),
        ...wants,
      }))
      const statement = settleStatement(server, leaseMilliseconds, rows)
      let settled = await statement.execute(database)
      const missing = () => {
        const known = new Set(settled.rows.map(nameOf))
        return rows.filter((row) => !known.has(nameOf(row)))
      }
      if (missing().length > 0) {
        // The limit is new, or the table was emptied: it is unlogged and does not survive a crash.
        await database
          .insertInto('limit_meters')
          .values(missing().map(({ subject, limit_name }) => ({ subject, limit_name })))
          .onConflict((conflict) => conflict.doNothing())
          .execute()
        const added = await settleStatement(server, leaseMilliseconds, missing()).execute(database)
        settled = { rows: [...settled.rows, ...added.rows] }
      }
      const balances = new Map(settled.rows.map((row) => [nameOf(row), row]))
      return rows.map((report) => {
        const row = balances.get(nameOf(report))
        if (row === undefined) throw new Error('The database did not settle a limit')
        return {
          slots: Object.entries(row.slots)
            .map(([slot, count]) => [Number(slot), count] as const)
            .toSorted(([a], [b]) => a - b),
          leased: row.leased,
          isNear: row.is_near,
          now: row.now,
        }
      })
    },
  }
}

/** Deletes the rows of limits without uses in their window, and without leases. */
export async function deleteUnusedMeters(database: Database): Promise<void> {
  const windows = Object.fromEntries(limitNames.map((name) => [name, windowSecondsOf(name)]))
  await sql`
    delete from limit_meters using (
      select ${JSON.stringify(windows)}::jsonb as seconds,
        extract(epoch from clock_timestamp())::float8 * 1000 as now
    ) as windows
    where not exists (
      select 1 from jsonb_object_keys(slots) as slot
      where (slot::bigint + ${slotsPerWindow + 1}::int)
        * (windows.seconds ->> limit_name)::float8 * 1000 / ${slotsPerWindow}::int
          >= now
    ) and not exists (
      select 1 from jsonb_each(leases) where (value ->> 'until')::float8 >= now
    )`.execute(database)
}
