import type { Dependencies } from '@/server/core/context'
import { clockSkewSeconds } from '@/server/core/time/clock-skew'

/**
 * Logs by how many seconds the clock of this machine is ahead of the database's, if they differ by
 * too much. Servers work by the database's clock, so if that one is wrong, all of them are.
 */
export function compareClocks({
  databaseClock,
  log,
}: Pick<Dependencies, 'databaseClock' | 'log'>): void {
  const seconds = Math.round((databaseClock?.millisecondsAhead ?? 0) / 1000)
  if (Math.abs(seconds) < clockSkewSeconds) return
  log.error(
    { seconds },
    'the clocks of this server and of the database differ: correct the one that is wrong',
  )
}
