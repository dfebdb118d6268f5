import type { Insertable } from 'kysely'
import type { LimitName } from '@/contract/limits'
import type { TenantUsageHoursTable, UsageMinutesTable } from '@/server/store/schema'
import { idOf, share } from './deterministic'
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

/** The tenants that make most requests, with their shares of all. */
const busyTenants = [
  { name: 'Kestrel Aviation', part: 0.3 },
  { name: 'Ironbridge Rail', part: 0.2 },
  { name: 'Bluefjord Energy', part: 0.15 },
  { name: 'Nightingale Care', part: 0.1 },
  { name: 'Redwater Mining', part: 0.08 },
  { name: 'Valemont Wines', part: 0.05 },
] as const
type BusyTenant = (typeof busyTenants)[number]
/** When a tenant came near its limit of requests per second, which is 30, or reached it. */
export const tenantBursts = [
  { tenant: 'Ironbridge Rail', hoursAgo: 23 * 24 - 2, minutes: 4, peak: 30, refused: 170 },
  { tenant: 'Redwater Mining', hoursAgo: 6 * 24 - 3, minutes: 2, peak: 26, refused: 0 },
] as const
const tenantLimits = [
  'apiRequestsPerTenantPerSecond',
  'apiRequestsPerTenantPerHour',
  'parallelApiRequestsPerTenant',
] as const satisfies readonly LimitName[]
type TenantLimit = (typeof tenantLimits)[number]
/** Below what raises an alert. */
const calmPeak = 22

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

type Use = Pick<UsageMinutesTable, 'used' | 'refused' | 'peak'>

/** The use of the limits per tenant by one tenant, in a row of `minutesBefore`. */
function tenantUse(
  { name, part }: BusyTenant,
  time: number,
  minutes: number,
  now: number,
): Record<TenantLimit, Use> {
  const inMinute = requestsAt(time) * part
  const hoursAgo = Math.floor((now - time) / hour)
  const burst = tenantBursts.find((one) => one.tenant === name && one.hoursAgo === hoursAgo)
  const calm = Math.min(calmPeak, Math.max(1, Math.round(inMinute / 9)))
  const used = Math.round(inMinute * minutes)
  const peak = burst?.peak ?? calm
  return {
    apiRequestsPerTenantPerSecond: { used, refused: burst?.refused ?? 0, peak },
    apiRequestsPerTenantPerHour: { used, refused: 0, peak: Math.round(inMinute * 60) },
    parallelApiRequestsPerTenant: { used, refused: 0, peak: Math.ceil(peak / 6) },
  }
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
    const ofTenants = busyTenants.map((tenant) => tenantUse(tenant, time, minutes, now.getTime()))
    const ofTenant = (limit: TenantLimit) => {
      const uses = ofTenants.map((use) => use[limit])
      const sum = (count: 'used' | 'refused') => uses.reduce((total, use) => total + use[count], 0)
      const peak = Math.max(...uses.map((use) => use.peak))
      return row(limit, time, sum('used'), sum('refused'), peak)
    }
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
      ...tenantLimits.map(ofTenant),
    ]
  })
}

/** The usage of the busiest tenants of the production workspace; what is old is in a few rows. */
export function tenantUsageRows(now: Date): Insertable<TenantUsageHoursTable>[] {
  const rows = new Map<string, Insertable<TenantUsageHoursTable>>()
  for (const { time, minutes } of minutesBefore(now)) {
    const hours = now.getTime() - time < 28 * hour ? 1 : 6
    const start = Math.floor(time / (hours * hour)) * hours * hour
    for (const tenant of busyTenants) {
      const use = tenantUse(tenant, time, minutes, now.getTime())
      for (const limit of tenantLimits) {
        const { used, refused, peak } = use[limit]
        const key = `${tenant.name} ${limit} ${start}`
        const before = rows.get(key) ?? { used: 0, refused: 0, peak: 0 }
        rows.set(key, {
          workspace_id: workspaceId(productionKey),
          limit_name: limit,
          hour: new Date(start),
          tenant_id: idOf(`tenant ${tenant.name}`),
          used: before.used + used,
          refused: before.refused + refused,
          peak: Math.max(before.peak, peak),
        })
      }
    }
  }
  return [...rows.values()]
}
