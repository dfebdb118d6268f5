import { describeOutgoingError } from '@/server/core/outgoing-error'
import type { MirrorOperatorLimits } from '@/server/core/ports/mirror-operator-limits'
import type { Configuration } from './configuration'

const timeoutMilliseconds = 15_000

/**
 * Returns a function that sends operator limits to the configured instances. The rules for outgoing
 * requests do not apply, because the addresses come from the configuration, not from users.
 */
export function serviceInstances(
  instances: Configuration['SERVICE_INSTANCES'],
): MirrorOperatorLimits {
  return async ({ serviceInstanceId, workspaceId, operatorLimits }) => {
    const instance = instances[serviceInstanceId]
    if (instance === undefined) return 'unknown instance'
    const response = await fetch(
      `${instance.url.replace(/\/$/, '')}/org-workspaces/${workspaceId}/operator-limits`,
      {
        method: 'PUT',
        headers: { Authorization: `Bearer ${instance.token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ operatorLimits }),
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMilliseconds),
      },
    ).catch((error: unknown) => {
      throw new Error(describeOutgoingError(error), { cause: error })
    })
    await response.body?.cancel()
    if (!response.ok) throw new Error(`The owning instance responded with ${response.status}`)
    return 'mirrored'
  }
}
