/** Of a limit: from here on it is near. */
const nearShare = 0.8

/** Whether a level is so near its limit that somebody should know. Of a limit of none at all nothing is near: it refuses. */
export function isNear(level: number, max: number): boolean {
  return max > 0 && level >= max * nearShare
}
