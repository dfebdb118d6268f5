import type { LimitName } from '@/contract/limits'
import type {
  Attempt,
  DroppedUsage,
  OnLimitsUsed,
  PeakLevel,
  UsageLog,
} from '@/server/core/ports/usage-log'
import type { Database, Queryable } from '@/server/store/database'
import { isInvalidData } from '@/server/store/invalid-data'
import { retryOnConflict } from '@/server/store/retry'
import { spreadBy } from './spread'
import { addTenantHour, writeTenantHours, type TenantHours } from './tenant-hours'
import { addMinute, knownWorkspaces, writeMinutes, type UsageMinutes } from './usage-minutes'

/**
 * Bounds the memory while the database is unavailable; beyond it, the oldest minutes are dropped.
 */
export const maxBufferedMinutes = 50_000

const millisecondsOf = { hour: 3_600_000, minute: 60_000, second: 1000 } as const

interface Recorded {
  minutes: UsageMinutes
  tenantHours: TenantHours
  /** The highest level of each limit since the last write with a listener. */
  peaks: Map<string, PeakLevel>
}

function workspaceIdsOf({ minutes, peaks }: Recorded): string[] {
  const ids = [...minutes.values(), ...peaks.values()].map(({ workspaceId }) => workspaceId)
  return [...new Set(ids)]
}

/** Adds a level of a limit to what is recorded: the highest is kept, with the latest maximum. */
function addPeak(peaks: Recorded['peaks'], added: PeakLevel): void {
  const key = `${added.workspaceId} ${added.limit}`
  const known = peaks.get(key)
  if (known === undefined) {
    peaks.set(key, added)
  } else {
    known.level = Math.max(known.level, added.level)
    known.max = added.max
    known.refused ||= added.refused
  }
}

/** Returns the records of some workspaces. */
function partOf(
  { minutes, tenantHours, peaks }: Recorded,
  workspaceIds: readonly string[],
): Recorded {
  const ids = new Set(workspaceIds)
  const ofThem = <Value extends { workspaceId: string }>(map: Map<string, Value>) =>
    new Map([...map].filter(([, { workspaceId }]) => ids.has(workspaceId)))
  return {
    minutes: ofThem(minutes),
    tenantHours: new Map([...tenantHours].filter(([workspaceId]) => ids.has(workspaceId))),
    peaks: ofThem(peaks),
  }
}

/** Writes the records of some workspaces and calls the listener, in one transaction. */
async function writePart(
  database: Database,
  { minutes, tenantHours, peaks }: Recorded,
  workspaceIds: readonly string[],
  onLimitsUsed: OnLimitsUsed,
): Promise<void> {
  const write = async (transaction: Queryable) => {
    const known = await knownWorkspaces(transaction, workspaceIds)
    const isKnown = ({ workspaceId }: { workspaceId: string }) => known.has(workspaceId)
    await writeMinutes(transaction, [...minutes.values()].filter(isKnown))
    const hours = [...tenantHours.values()].flatMap((ofWorkspace) => [...ofWorkspace.values()])
    await writeTenantHours(transaction, hours.filter(isKnown))
    await onLimitsUsed(transaction, [...peaks.values()].filter(isKnown))
  }
  await retryOnConflict(() => database.transaction().execute(write))
}

const ignoreLevels: OnLimitsUsed = async () => {}
const nothing = (): Recorded => ({
  minutes: new Map(),
  tenantHours: new Map(),
  peaks: new Map(),
})

/** Returns the key under which the spread of a minute counts an attempt; undefined for none. */
function spreadKey({ limit, level }: Attempt, now: number): number | undefined {
  switch (spreadBy(limit)) {
    case 'second':
      return Math.floor((now % millisecondsOf.minute) / millisecondsOf.second)
    case 'level':
      return level
    case undefined:
      return undefined
  }
}

/** Buffers usage in memory until it is written, so that no request waits for the write. */
export class UsageRecorder implements UsageLog {
  #recorded = nothing()

  /** @param onRefusal called for each attempt that a limit refused */
  constructor(
    private readonly clock: () => Date,
    private readonly onRefusal: (limit: LimitName) => void = () => {},
  ) {}

  record(attempt: Attempt): void {
    const { tenantId, ...peak } = attempt
    const { workspaceId, limit, level, max, refused } = peak
    const now = this.clock().getTime()
    const startOf = (span: keyof typeof millisecondsOf) =>
      Math.floor(now / millisecondsOf[span]) * millisecondsOf[span]
    const use = {
      workspaceId,
      limit,
      used: refused ? 0 : 1,
      refused: refused ? 1 : 0,
      // A fractional limit is reached at the integer below it.
      peak: refused ? Math.min(level, Math.floor(max)) : level,
    }
    const { minutes, tenantHours, peaks } = this.#recorded
    const key = spreadKey(attempt, now)
    const spread = new Map(key === undefined ? [] : [[key, 1]])
    addMinute(minutes, { ...use, minute: startOf('minute'), spread })
    this.#dropOldest()
    if (tenantId !== undefined)
      addTenantHour(tenantHours, { ...use, tenantId, hour: startOf('hour') })
    addPeak(peaks, peak)
    if (refused) this.onRefusal(limit)
  }

  async write(database: Database, onLimitsUsed?: OnLimitsUsed): Promise<DroppedUsage[]> {
    const recorded = this.#recorded
    const hasPeaks = onLimitsUsed !== undefined && recorded.peaks.size > 0
    if (recorded.minutes.size === 0 && !hasPeaks) return []
    // Without a listener, the levels are kept for the next write that has one.
    this.#recorded =
      onLimitsUsed === undefined ? { ...nothing(), peaks: recorded.peaks } : nothing()
    const listener = onLimitsUsed ?? ignoreLevels
    const dropped: DroppedUsage[] = []
    // Writes everything at once. If the database rejects the data, it is split in half repeatedly
    // until the workspace with the invalid data is found.
    const waiting = [workspaceIdsOf(recorded)]
    for (let ids = waiting.pop(); ids !== undefined; ids = waiting.pop()) {
      try {
        await writePart(database, partOf(recorded, ids), ids, listener)
      } catch (error) {
        if (!isInvalidData(error)) {
          this.#restore(partOf(recorded, [...ids, ...waiting.flat()]))
          throw error
        }
        const [workspaceId = '', ...others] = ids
        const middle = Math.ceil(ids.length / 2)
        if (others.length === 0) dropped.push({ workspaceId, error })
        else waiting.push(ids.slice(middle), ids.slice(0, middle))
      }
    }
    return dropped
  }

  #restore({ minutes, tenantHours, peaks }: Recorded): void {
    for (const minute of this.#recorded.minutes.values()) addMinute(minutes, minute)
    for (const ofWorkspace of this.#recorded.tenantHours.values())
      for (const hour of ofWorkspace.values()) addTenantHour(tenantHours, hour)
    for (const peak of this.#recorded.peaks.values()) addPeak(peaks, peak)
    this.#recorded = { minutes, tenantHours, peaks }
    this.#dropOldest()
  }

  #dropOldest(): void {
    const { minutes } = this.#recorded
    for (const oldest of minutes.keys()) {
      if (minutes.size <= maxBufferedMinutes) return
      minutes.delete(oldest)
    }
  }
}
