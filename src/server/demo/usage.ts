import type { Insertable } from 'kysely'
import type { LimitName } from '../../contract/limits'
import type { UsageMinutesTable } from '../store/schema'
import { share } from './deterministic'
import { productionKey, workspaceId } from './workspaces'

const minute = 60_000
const hour = 60 * minute
const days = 28
/** When there were more requests than allowed, for how long, and the limit at that time. */
export const launches = [
  { hoursAgo: 25.5, minutes: 9, limit: 120 },
  { hoursAgo: 9 * 24 + 3, minutes: 14, limit: 80 },
  { hoursAgo: 19 * 24 + 5, minutes: 6, limit: 80 },
] as const

/** Returns the requests of a minute: more by day, fewer at weekends, with some variation. */
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

function launchAt(time: number, now: number): (typeof launches)[number] | undefined {
  const since = now - time
  return launches.find(
    ({ hoursAgo, minutes }) =>
      since > hoursAgo * hour && since < hoursAgo * hour + minutes * minute,
  )
}

function refusedAt(time: number, now: number): number {
  return launchAt(time, now) === undefined
    ? 0
    : Math.round(400 * share(`refused ${Math.round((now - time) / minute)}`))
}

/**
 * Returns the times of the rows, and how many minutes each represents: every minute of the last two
 * hours and of the launches, every 15 minutes of the last day, and one per hour before that.
 */
function minutesBefore(now: Date): { time: number; minutes: number }[] {
  const last = Math.floor(now.getTime() / minute) * minute - minute
  const times: { time: number; minutes: number }[] = []
  for (let time = last - days * 24 * hour; time <= last; time += minute) {
    const since = last - time
    const minutes = since < 2 * hour ? 1 : since < 28 * hour ? 15 : 60
    if ((since / minute) % minutes === 0) times.push({ time, minutes })
    else if (refusedAt(time, now.getTime()) > 0) times.push({ time, minutes: 1 })
  }
  return times
}

/** The usage of the production workspace in the last weeks. */
export function usageRows(now: Date): Insertable<UsageMinutesTable>[] {
  const row = (
    limit: LimitName,
    time: number,
    used: number,
    refused: number,
    peak: number,
    spread: Record<number, number> = {},
  ) => ({
    workspace_id: workspaceId(productionKey),
    limit_name: limit,
    minute: new Date(time),
    used,
    refused,
    peak,
    spread: JSON.stringify(spread),
  })
  return minutesBefore(now).flatMap(({ time, minutes }) => {
    const inMinute = requestsAt(time)
    const used = inMinute * minutes
    const refused = refusedAt(time, now.getTime())
    const launch = launchAt(time, now.getTime())
    const busiest = launch?.limit ?? Math.max(1, Math.round(inMinute / 9))
    return [
      row('apiRequestsPerSecond', time, used, refused, busiest, {
        0: busiest + refused,
        20: Math.max(0, inMinute - busiest),
      }),
      row('apiRequestsPerHour', time, used, 0, Math.min(150_000, inMinute * 60)),
      row('parallelApiRequests', time, used, 0, Math.max(1, Math.round(busiest / 6))),
    ]
  })
}
