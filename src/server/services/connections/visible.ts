import { sql, type SqlBool } from 'kysely'
import { workspaceOf } from '../../core/authorize'
import type { Call } from '../../core/context'
import type { Condition } from '../../store/condition'

/** The connections that the caller sees: those of its workspace, of which a tenant’s token sees its own alone. @throws access_denied */
export function visibleConnections(call: Call): Condition[] {
  const workspaceId = workspaceOf(call)
  return [
    sql<SqlBool>`workspace_id = ${workspaceId}`,
    ...(call.caller.role === 'tenant' ? [sql<SqlBool>`tenant_id = ${call.caller.tenantId}`] : []),
  ]
}
