import type { WorkspaceRow } from '@/server/store/schema'
import type { RequestContext } from '../context'
import { invalidRequest } from '../service-error'
import { findWorkspace } from './find-workspace'

/**
 * Returns the id of the workspace that a request names, or of the caller's workspace.
 * @throws invalid_request when an operator names none
 */
export function resolveWorkspaceId(
  { caller }: RequestContext,
  named: string | undefined,
  place: 'query' | 'body' = 'query',
): string {
  const id = named ?? caller.workspaceId
  if (id !== undefined) return id
  throw invalidRequest([
    {
      path: [place, 'workspaceId'],
      message: 'An operator token belongs to no workspace: name the workspace',
      code: 'required',
    },
  ])
}

/**
 * Reads the workspace that a query names, or the caller's workspace.
 * @throws not_found, invalid_request
 */
export async function resolveWorkspace(
  context: RequestContext,
  named: string | undefined,
): Promise<WorkspaceRow> {
  return findWorkspace(context, context.database, resolveWorkspaceId(context, named))
}
