/** The share of a limit from which on it counts as near. */
const nearShare = 0.8

/** Whether a level is near its limit. A limit of 0 is never near, since it blocks everything. */
export function isNear(level: number, max: number): boolean {
  return max > 0 && level >= max * nearShare
}
