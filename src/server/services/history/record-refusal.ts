import { v7 as uuid } from 'uuid'
import type { ErrorKey } from '../../../contract/errors'
import type { Operation } from '../../../contract/operation'
import { operations, type OperationId } from '../../../contract/operations'
import type { Call } from '../../core/context'
import type { ServiceFault } from '../../core/service-error'
import { findWorkspace } from '../../core/find-workspace'

/** Refusals that say something of who tried what. Bad input leaves no trace, what is over a limit is counted as usage, and what is not found is nobody’s. */
const told = new Set<ErrorKey>([
  'access_denied',
  'already_exists',
  'conflict',
  'precondition_failed',
])

/** The same refusal of the same caller is told once in so long, so that a client gone wrong does not flood the history. */
const quietMilliseconds = 10_000
const lastTold = new Map<string, number>()
const mostKept = 10_000

function wasToldLately(name: string, now: number): boolean {
  const before = lastTold.get(name)
  if (before !== undefined && now - before < quietMilliseconds) return true
  if (lastTold.size >= mostKept) lastTold.clear()
  lastTold.set(name, now)
  return false
}

/** Whose history an attempt belongs into: that of the workspace it was about, if the caller reaches it. */
async function workspaceOfAttempt(
  call: Call,
  operation: Operation,
  params: Readonly<Record<string, string>>,
): Promise<{ id: string; name: string } | undefined> {
  const id = operation.path.startsWith('/org-workspaces/{id}')
    ? params['id']
    : call.caller.role === 'operator'
      ? undefined
      : call.caller.workspaceId
  return id === undefined
    ? undefined
    : findWorkspace(call, call.database, id).catch(() => undefined)
}

/** Records a write that was refused, in a transaction of its own. What was sent is not kept: it was not valid, or not allowed. */
export async function recordRefusal(
  call: Call,
  operationId: OperationId,
  params: Readonly<Record<string, string>>,
  { key, message }: ServiceFault,
): Promise<void> {
  const operation: Operation = operations[operationId]
  if (operation.method === 'GET' || !told.has(key)) return
  const workspace = await workspaceOfAttempt(call, operation, params)
  const now = call.clock()
  if (
    workspace === undefined ||
    wasToldLately(
      `${workspace.id} ${call.caller.role} ${call.caller.name} ${operationId} ${key}`,
      now.getTime(),
    )
  )
    return
  await call.database
    .insertInto('audit_events')
    .values({
      id: uuid(),
      workspace_id: workspace.id,
      operation: operationId,
      subject_type: 'workspace',
      subject_id: workspace.id,
      subject_name: workspace.name,
      actor: JSON.stringify(call.caller),
      request_id: call.requestId,
      address: call.address ?? null,
      outcome: 'refused',
      fault: JSON.stringify({ key, message: message.slice(0, 500) }),
      changes: '[]',
      created_at: now,
    })
    .execute()
}
