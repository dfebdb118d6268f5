import type { ParsedRequestOf } from '@/contract/operation'
import type { Operations } from '@/contract/operations'
import type { WorkspaceWithState } from '@/contract/workspaces'
import { findWorkspace } from '@/server/core/access/find-workspace'
import type { RequestContext } from '@/server/core/context'
import { etagOf, type Tagged } from '@/server/core/etag'
import { notFound } from '@/server/core/service-error'
import { workspaceWithState } from './record'

/** Reads a workspace, an archived one only on request. @throws not_found */
export async function getOrgWorkspace(
  context: RequestContext,
  { params, query }: ParsedRequestOf<Operations['getOrgWorkspace']>,
): Promise<Tagged<WorkspaceWithState>> {
  const row = await findWorkspace(context, context.database, params.id)
  if (row.archived_at !== null && query.includeArchived !== true)
    throw notFound('workspace', params.id)
  return { response: await workspaceWithState(context, row), etag: etagOf(row) }
}
