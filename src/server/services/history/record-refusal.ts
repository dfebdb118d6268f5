import type { ErrorKey } from '@/contract/errors'
import type { Operation } from '@/contract/operation'
import { operations, type OperationId } from '@/contract/operations'
import { findWorkspace, workspaceEntry } from '@/server/core/access/find-workspace'
import type { RequestContext } from '@/server/core/context'
import { storableText } from '@/server/core/error-text'
import type { ServiceError } from '@/server/core/service-error'
import { recordInHistory } from '@/server/core/writes/history'

/**
 * Refusals worth recording. Invalid input is not recorded, exceeded limits are counted as usage,
 * and records that are not found belong to no workspace.
 */
const recordedErrors = new Set<ErrorKey>([
  'access_denied',
  'already_exists',
  'conflict',
  'precondition_failed',
])

/**
 * The same refusal for the same caller is recorded once in this time, so that a faulty client does
 * not flood the history.
 */
const intervalMilliseconds = 10_000

/** Returns the ids of the workspaces that a refused write was for. */
function attemptedWorkspaces(
  { caller, trail }: RequestContext,
  { path }: Operation,
  params: Readonly<Record<string, string>>,
): Iterable<string> {
  if (path.startsWith('/org-workspaces/{id}')) return [params['id'] ?? '']
  return caller.role === 'operator' ? trail.workspaces : [caller.workspaceId]
}

/** Records a refused write in the workspaces that the caller can access, without its content. */
export async function recordRefusal(
  context: RequestContext,
  operationId: OperationId,
  params: Readonly<Record<string, string>>,
  { key, message }: ServiceError,
): Promise<void> {
  const operation: Operation = operations[operationId]
  if (operation.method === 'GET' || !recordedErrors.has(key)) return
  const { caller, database, clock, oncePer } = context
  const error = { key, message: storableText(message, 500) }
  for (const id of attemptedWorkspaces(context, operation, params)) {
    const workspace = await findWorkspace(context, database, id).catch(() => undefined)
    if (workspace === undefined) continue
    const entry = { ...workspaceEntry(workspace), operation: operationId, error }
    const repeated = ['refusal', workspace.id, caller.role, caller.name, operationId, key]
    await oncePer.record(intervalMilliseconds, repeated, clock(), () =>
      recordInHistory(context, database, [{ ...entry, outcome: 'refused' }]),
    )
  }
}
