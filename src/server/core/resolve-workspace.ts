import type { RequestContext } from './context'
import { invalidRequest } from './service-error'
import { findWorkspace } from './find-workspace'

/** The workspace that a request names, or else the caller’s own. @throws not_found, invalid_request when an operator names none */
export async function resolveWorkspace(
  context: RequestContext,
  named: string | undefined,
  place: 'query' | 'body' = 'query',
) {
  const id = named ?? (context.caller.role === 'operator' ? undefined : context.caller.workspaceId)
  if (id !== undefined) return findWorkspace(context, context.database, id)
  throw invalidRequest([
    {
      path: [place, 'workspaceId'],
      message: 'An operator token belongs to no workspace: say which one',
      code: 'required',
    },
  ])
}
