import type { LimitName } from '@/contract/limits'

/** One use of a limit. */
export interface Quantity {
  limit: LimitName
  /** The id of the workspace or tenant that the use is counted for. */
  subject: string
  /** The effective limit. */
  max: number
  /**
   * Length of the sliding window. A request in flight counts until it is released, but no longer
   * than this.
   */
  windowSeconds: number
}

/** How much of a limit is used. */
export interface Level extends Quantity {
  /** Uses in the window that ends now, including this one if it was accepted. */
  used: number
  /** Seconds until the oldest use leaves the window. */
  resetSeconds: number
  /** The step of the window in which it was counted, which `release` needs. */
  slot: number
}

export interface Verdict {
  accepted: boolean
  levels: Level[]
}

/** Counts quantities over sliding windows. */
export interface Meter {
  /** Counts one more of each quantity if every limit has room for it, and nothing otherwise. */
  take(quantities: readonly Quantity[]): Promise<Verdict>
  /** Releases what was counted and has ended. */
  release(levels: readonly Level[]): Promise<void>
}
