import type { LimitName } from '@/contract/limits'
import type { Database, Queryable } from '@/server/store/database'

/** One use of a limit, or a refused attempt at one. */
export interface Attempt {
  workspaceId: string
  limit: LimitName
  /** The level, including this use. */
  level: number
  max: number
  refused: boolean
  /** Whose use it is, of a limit per tenant. */
  tenantId?: string | undefined
}

/** The highest level of a limit since the last report, and whether it refused any attempt. */
export type PeakLevel = Omit<Attempt, 'tenantId'>

/** A workspace whose usage could not be written, and why. */
export interface DroppedUsage {
  workspaceId: string
  error: unknown
}

/** Reacts to written usage, in the transaction that writes it. */
export type OnLimitsUsed = (transaction: Queryable, peaks: readonly PeakLevel[]) => Promise<void>

/** Collects the usage of limits until it is written to the database. */
export interface UsageLog {
  record(attempt: Attempt): void
  /**
   * Writes the recorded usage. Usage that could not be written is kept for the next time, unless
   * the database refused the data of a workspace as invalid: it would refuse it again, so it is
   * dropped.
   * @param onLimitsUsed gets the levels since the last write that had one
   * @returns the workspaces whose data was dropped
   */
  write(database: Database, onLimitsUsed?: OnLimitsUsed): Promise<DroppedUsage[]>
}
