import { maxPreviousSecrets } from '@/contract/workspaces'
import type { PreviousSecret } from '@/server/store/schema'
import { ServiceError } from '../service-error'

/** Returns the secrets that were rotated out and are still valid, oldest first. */
export function unexpired(secrets: readonly PreviousSecret[], now: Date): PreviousSecret[] {
  return secrets.filter(({ until }) => new Date(until) > now)
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
