import type { ErrorKey } from '../../../contract/errors'
import type { Operation } from '../../../contract/operation'
import { operations, type OperationId } from '../../../contract/operations'
import { recordInHistory } from '../../core/audit'
import type { RequestContext } from '../../core/context'
import type { ServiceError } from '../../core/service-error'
import { findWorkspace, workspaceEntry } from '../../core/find-workspace'
import { OncePer } from './once-per'

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
const recorded = new OncePer(10_000)

/** Finds the workspace that a refused write was for, if the caller can access it. */
async function findAttemptedWorkspace(
  context: RequestContext,
  operation: Operation,
  params: Readonly<Record<string, string>>,
): Promise<{ id: string; name: string } | undefined> {
  const id = operation.path.startsWith('/org-workspaces/{id}')
    ? params['id']
    : context.caller.role === 'operator'
      ? undefined
      : context.caller.workspaceId
  return id === undefined
    ? undefined
    : findWorkspace(context, context.database, id).catch(() => undefined)
}

/** Records a refused write, without the content of the request. */
export async function recordRefusal(
  context: RequestContext,
  operationId: OperationId,
  params: Readonly<Record<string, string>>,
  { key, message }: ServiceError,
): Promise<void> {
  const operation: Operation = operations[operationId]
  if (operation.method === 'GET' || !recordedErrors.has(key)) return
  const workspace = await findAttemptedWorkspace(context, operation, params)
  if (workspace === undefined) return
  const { caller, database, clock } = context
  const repeated = [workspace.id, caller.role, caller.name, operationId, key]
  await recorded.record(repeated, clock(), () =>
    recordInHistory(context, database, [
      {
        ...workspaceEntry(workspace),
        operation: operationId,
        outcome: 'refused',
        error: { key, message: message.slice(0, 500) },
      },
    ]),
  )
}
