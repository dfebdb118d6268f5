import type { LimitName } from '../../contract/limits'
import type { Queryable } from '../store/database'

/** Something that a limit counts: one more of it is asked for. */
export interface Quantity {
  limit: LimitName
  /** Whose it is: the id of a workspace or of a tenant. */
  subject: string
  /** The effective limit. */
  max: number
  /** Length of the rolling window. What is in flight counts as long as a request may last at most, unless it is given back before. */
  windowSeconds: number
}

/** How a quantity stands. */
export interface Level extends Quantity {
  /** In the window that ends now, with this one if it was accepted. */
  used: number
  /** Until the oldest of what is used leaves the window. */
  resetSeconds: number
  /** The step of the window in which it was counted, to give it back. */
  slot: number
}

export interface Verdict {
  accepted: boolean
  levels: Level[]
}

/** Counts quantities over rolling windows. */
export interface Meter {
  /** Counts one more of each quantity, if every limit has room for it; of none otherwise. */
  take(database: Queryable, quantities: readonly Quantity[]): Promise<Verdict>
  /** Gives back what was taken and has ended. */
  release(database: Queryable, levels: readonly Level[]): Promise<void>
}
