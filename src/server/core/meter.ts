import type { LimitName } from '../../contract/limits'
import type { Queryable } from '../store/database'

/** A request for one more of what a limit counts. */
export interface Quantity {
  limit: LimitName
  /** The id of the workspace or tenant that is counted. */
  subject: string
  /** The effective limit. */
  max: number
  /** Length of the rolling window. Requests in flight count until released, or for their longest duration. */
  windowSeconds: number
}

/** The level of a quantity. */
export interface Level extends Quantity {
  /** The count in the current window, including this request if it was accepted. */
  used: number
  /** Seconds until the oldest use leaves the window. */
  resetSeconds: number
  /** The slot of the window in which the request was counted, to release it. */
  slot: number
}

export interface Verdict {
  accepted: boolean
  levels: Level[]
}

/** Counts quantities over rolling windows. */
export interface Meter {
  /** Counts one more of each quantity if every limit has room, else of none. */
  take(database: Queryable, quantities: readonly Quantity[]): Promise<Verdict>
  /** Releases requests that were taken and have ended. */
  release(database: Queryable, levels: readonly Level[]): Promise<void>
}
