import { maxPreviousSecrets, maxSecretOverlapHours } from '@/contract/workspaces'
import type { PreviousSecret } from '@/server/store/schema'
import { ServiceError } from '../service-error'
import { clockSkewSeconds } from '../time/clock-skew'
import { secondsAfter } from '../time/seconds-after'

/**
 * Returns the secrets that were rotated out and are still valid, oldest first. One that would be
 * valid for longer than any overlap was rotated out before the clock was set back.
 */
export function unexpired(secrets: readonly PreviousSecret[], now: Date): PreviousSecret[] {
  const latest = secondsAfter(now, maxSecretOverlapHours * 3600 + clockSkewSeconds)
  return secrets.filter(({ until }) => new Date(until) > now && new Date(until) <= latest)
}

/**
 * Adds the current secret to the rotated secrets that stay valid for a while.
 * @throws conflict when too many are valid already
 */
export function rotatedOut(
  previous: readonly PreviousSecret[],
  current: PreviousSecret,
  now: Date,
): PreviousSecret[] {
  const valid = unexpired(previous, now)
  const [oldest] = valid
  if (oldest !== undefined && valid.length >= maxPreviousSecrets)
    throw new ServiceError(
      'conflict',
      `${valid.length} earlier secrets are still valid: rotate again after ${oldest.until}`,
    )
  return [...valid, current]
}
