import { daysOfWeek, dayStart } from '@/console/ui/format/last-days'
import type { UsagePoint } from '@/contract/usage'

export interface WeekDay {
  /** The start of the day in the user's time zone, in milliseconds since 1970. */
  start: number
  accepted: number
  /** How often a limit refused a request. */
  refused: number
  /** How many alerts were raised. */
  alerts: number
}

interface WeekSources {
  /** Milliseconds since 1970. */
  now: number
  accepted: readonly UsagePoint[]
  refused: readonly UsagePoint[]
  /** When alerts were raised. */
  alertTimes: readonly string[]
}

/** Adds up requests, refusals and alerts for today and the six days before, oldest first. */
export function weekOf({ now, accepted, refused, alertTimes }: WeekSources): WeekDay[] {
  const days = Array.from({ length: daysOfWeek }, (_, index) => ({
    start: dayStart(now, daysOfWeek - 1 - index),
    accepted: 0,
    refused: 0,
    alerts: 0,
  }))
  const dayOf = (time: string) => days.findLast(({ start }) => start <= Date.parse(time))
  for (const { at, used } of accepted) {
    const day = dayOf(at)
    if (day !== undefined) day.accepted += used
  }
  for (const point of refused) {
    const day = dayOf(point.at)
    if (day !== undefined) day.refused += point.refused
  }
  for (const time of alertTimes) {
    const day = dayOf(time)
    if (day !== undefined) day.alerts += 1
  }
  return days
}
