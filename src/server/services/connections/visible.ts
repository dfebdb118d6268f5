import { sql, type SqlBool } from 'kysely'
import { workspaceOf } from '../../core/authorize'
import type { RequestContext } from '../../core/context'
import type { Condition } from '../../store/condition'

/**
 * Matches the connections that the caller sees: those of its workspace, or only its own for a
 * tenant.
 * @throws access_denied for operators
 */
export function visibleConnections(context: RequestContext): Condition[] {
  const workspaceId = workspaceOf(context)
  return [
    sql<SqlBool>`workspace_id = ${workspaceId}`,
    ...(context.caller.role === 'tenant'
      ? [sql<SqlBool>`tenant_id = ${context.caller.tenantId}`]
      : []),
  ]
}
