import { sql } from 'kysely'
import type { Queryable } from '../store/database'
import type { Meter, Quantity, Verdict } from '../core/meter'
import { secondsUntilExpiry, slotsPerWindow } from './sliding-window'

interface MeterRow {
  subject: string
  limit_name: string
  used: number
  slot: string
  oldest: string | null
  now: number
  accepted: boolean
}

/** What is asked for, as rows of `asked`: with the step of its window, by the database’s clock, that all servers share. */
function asked(quantities: readonly Quantity[]) {
  const rows = quantities.map(({ subject, limit, max, windowSeconds }) => ({
    subject,
    limit_name: limit,
    max,
    window_seconds: windowSeconds,
  }))
  return sql`
    select subject, limit_name, max, time.now, floor(time.now * ${slotsPerWindow}::float8 / (window_seconds * 1000))::bigint as slot
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row(subject uuid, limit_name text, max float8, window_seconds float8),
      (select extract(epoch from clock_timestamp())::float8 * 1000 as now) as time`
}

/**
 * One statement, so that it takes one round trip: it holds the rows, counts what is still in each window, and adds where all have room.
 * Who waited for a row may find it ahead of its own step; what is further ahead than a window was counted before the clock was put back.
 */
async function measure(database: Queryable, quantities: readonly Quantity[]): Promise<MeterRow[]> {
  const { rows } = await sql<MeterRow>`
    with asked as materialized (${asked(quantities)}),
    held as materialized (
      select subject, limit_name, slots from limit_meters join asked using (subject, limit_name)
      order by subject, limit_name for update of limit_meters
    ),
    counted as materialized (
      select subject, limit_name, max, now, slot, counts.live, counts.used, counts.oldest
      from asked join held using (subject, limit_name), lateral (
        select coalesce(jsonb_object_agg(key, value), '{}') as live, coalesce(sum(value::int), 0)::int as used, min(key::bigint) as oldest
        from jsonb_each_text(slots) where key::bigint between slot - ${slotsPerWindow}::int and slot + ${slotsPerWindow}::int
      ) as counts
    ),
    verdict as materialized (select coalesce(bool_and(used + 1 <= max), false) as accepted from counted),
    added as (
      update limit_meters set slots = live || jsonb_build_object(slot::text, coalesce((live ->> slot::text)::int, 0) + 1)
      from counted, verdict
      where accepted and limit_meters.subject = counted.subject and limit_meters.limit_name = counted.limit_name
    )
    select subject, limit_name, used, slot, oldest, now, accepted from counted, verdict`.execute(
    database,
  )
  return rows
}

/** Counts in the database: for servers that share it. */
export function sharedMeter(): Meter {
  /** What is known to have a row, so that it is not made again and again. */
  const made = new Set<string>()
  const mostRemembered = 100_000

  async function makeRows(database: Queryable, quantities: readonly Quantity[]): Promise<void> {
    await database
      .insertInto('limit_meters')
      .values(quantities.map(({ subject, limit }) => ({ subject, limit_name: limit })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    if (made.size > mostRemembered) made.clear()
    for (const { subject, limit } of quantities) made.add(`${subject} ${limit}`)
  }

  return {
    async take(database, quantities): Promise<Verdict> {
      if (quantities.some(({ subject, limit }) => !made.has(`${subject} ${limit}`)))
        await makeRows(database, quantities)
      let measured = await measure(database, quantities)
      if (measured.length < quantities.length) {
        // The table was emptied since: it is not kept through a crash of the database.
        await makeRows(database, quantities)
        measured = await measure(database, quantities)
      }
      const accepted = measured.length > 0 && measured.every((row) => row.accepted)
      const levels = quantities.flatMap((quantity) => {
        const row = measured.find(
          ({ subject, limit_name }) =>
            subject === quantity.subject && limit_name === quantity.limit,
        )
        if (row === undefined) return []
        const slot = Number(row.slot)
        return [
          {
            ...quantity,
            used: row.used + (accepted ? 1 : 0),
            resetSeconds: secondsUntilExpiry(
              row.oldest === null ? slot : Number(row.oldest),
              row.now,
              quantity.windowSeconds,
            ),
            slot,
          },
        ]
      })
      return { accepted, levels }
    },
    async release(database, levels) {
      if (levels.length === 0) return
      const rows = levels.map(({ subject, limit, slot }) => ({
        subject,
        limit_name: limit,
        slot: String(slot),
      }))
      await sql`
        update limit_meters set slots = case
          when (slots ->> ended.slot)::int > 1 then slots || jsonb_build_object(ended.slot, (slots ->> ended.slot)::int - 1)
          else slots - ended.slot end
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as ended(subject uuid, limit_name text, slot text)
        where limit_meters.subject = ended.subject and limit_meters.limit_name = ended.limit_name`.execute(
        database,
      )
    },
  }
}
