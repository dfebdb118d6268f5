import { workspaceOf } from '../../core/authorize'
import type { RequestContext } from '../../core/context'
import { matches, type Condition } from '../../store/condition'

/**
 * Matches the connections that the caller sees: those of its workspace, or only its own for a
 * tenant.
 * @throws access_denied for operators
 */
export function visibleConnections(context: RequestContext): Condition {
  const { caller } = context
  return matches('connections', {
    workspace_id: workspaceOf(context),
    tenant_id: caller.role === 'tenant' ? caller.tenantId : undefined,
  })
}
