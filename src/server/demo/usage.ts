import type { Insertable } from 'kysely'
import type { LimitName } from '../../contract/limits'
import type { AlertsTable, UsageMinutesTable } from '../store/schema'
import { idOf, share } from './identity'
import { productionKey, workspaceId } from './workspaces'

const id = workspaceId(productionKey)
const minute = 60_000
const hour = 60 * minute
const days = 7

/** Requests of a minute: more by day than by night, fewer at weekends, never twice the same. */
function requestsAt(time: number): number {
  const date = new Date(time)
  const hours = date.getUTCHours() + date.getUTCMinutes() / 60
  const daily = 0.35 + 0.65 * Math.max(0, Math.sin(((hours - 6) / 14) * Math.PI))
  const weekly = date.getUTCDay() === 0 || date.getUTCDay() === 6 ? 0.4 : 1
  return Math.round(
    240 *
      daily *
      weekly *
      (0.75 +
        0.5 * share(`requests ${date.getUTCDay()} ${date.getUTCHours()} ${date.getUTCMinutes()}`)),
  )
}

/** A launch yesterday, when for some minutes more came than the limit lets through. */
function refusedAt(time: number, now: number): number {
  const since = now - time
  return since > 26 * hour && since < 26 * hour + 9 * minute
    ? Math.round(400 * share(`refused ${Math.round(since / minute)}`))
    : 0
}

/** Every minute of the last day, every quarter of an hour of the week before it. */
function minutesBefore(now: Date): number[] {
  const last = Math.floor(now.getTime() / minute) * minute - minute
  const times: number[] = []
  for (
    let time = last - days * 24 * hour;
    time <= last;
    time += last - time >= 28 * hour ? 15 * minute : minute
  )
    times.push(time)
  return times
}

/** What the production workspace used in the week before now. */
export function usageRows(now: Date): Insertable<UsageMinutesTable>[] {
  const row = (
    limit: LimitName,
    time: number,
    used: number,
    refused: number,
    peak: number,
    spread: Record<number, number> = {},
  ) => ({
    workspace_id: id,
    limit_name: limit,
    minute: new Date(time),
    used,
    refused,
    peak,
    spread: JSON.stringify(spread),
  })
  return minutesBefore(now).flatMap((time) => {
    const used = requestsAt(time)
    const refused = refusedAt(time, now.getTime())
    const busiest = refused > 0 ? 120 : Math.min(110, Math.max(1, Math.round(used / 9)))
    return [
      row('apiRequestsPerSecond', time, used, refused, busiest, {
        0: busiest + refused,
        20: Math.max(0, used - busiest),
      }),
      row('apiRequestsPerHour', time, used, 0, Math.min(150_000, used * 60)),
      row('parallelApiRequests', time, used, 0, Math.max(1, Math.round(busiest / 6))),
    ]
  })
}

/** The alert of that launch, which has ended. */
export function alertRows(now: Date): Insertable<AlertsTable>[] {
  const refused = minutesBefore(now).reduce((sum, time) => sum + refusedAt(time, now.getTime()), 0)
  const start = new Date(now.getTime() - 26 * hour - 9 * minute)
  const end = new Date(now.getTime() - 26 * hour + minute)
  return [
    {
      id: idOf('alert of the launch'),
      workspace_id: id,
      key: 'apiRequestsPerSecond',
      type: 'apiRequestsPerSecond',
      severity: 'critical',
      status: 'resolved',
      description: `API requests per second: the limit of 120 is reached. ${refused} were refused.`,
      created_at: start,
      updated_at: end,
      last_seen_at: new Date(now.getTime() - 26 * hour),
      resolved_at: end,
    },
  ]
}
