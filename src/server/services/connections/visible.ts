import { requireWorkspaceId } from '@/server/core/access/authorize'
import type { RequestContext } from '@/server/core/context'

/**
 * Returns the columns of the connections that the caller sees: those of its workspace, or only its
 * own for a tenant.
 * @throws access_denied for operators
 */
export function seenBy(context: RequestContext): {
  workspace_id: string
  tenant_id: string | undefined
} {
  const { caller } = context
  return {
    workspace_id: requireWorkspaceId(context),
    tenant_id: caller.role === 'tenant' ? caller.tenantId : undefined,
  }
}
