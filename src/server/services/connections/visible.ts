import { sql, type SqlBool } from 'kysely'
import { workspaceOf } from '../../core/authorize'
import type { RequestContext } from '../../core/context'
import type { Condition } from '../../store/condition'

/** The connections that the caller sees: those of its workspace, of which a tenant’s token sees its own alone. @throws access_denied */
export function visibleConnections(context: RequestContext): Condition[] {
  const workspaceId = workspaceOf(context)
  return [
    sql<SqlBool>`workspace_id = ${workspaceId}`,
    ...(context.caller.role === 'tenant'
      ? [sql<SqlBool>`tenant_id = ${context.caller.tenantId}`]
      : []),
  ]
}
