import { changeReaders, type Change } from '@/contract/changes'
import type { ParsedRequestOf } from '@/contract/operation'
import type { Operations } from '@/contract/operations'
import { isAllowed } from '@/server/core/access/authorize'
import type { CallerIdentity } from '@/server/core/access/caller'
import { resolveWorkspace } from '@/server/core/access/resolve-workspace'
import type { RequestContext } from '@/server/core/context'

/** Removes what the caller may not read from a change; returns none if nothing is left. */
function visibleTo(caller: CallerIdentity, change: Change): Change[] {
  if (!isAllowed(caller, changeReaders[change.kind])) return []
  if (isAllowed(caller, changeReaders.history)) return [change]
  const { by: _by, requestId: _requestId, ...rest } = change
  return [rest]
}

async function* visibleBatches(
  caller: CallerIdentity,
  batches: AsyncIterable<readonly Change[]>,
): AsyncGenerator<readonly Change[]> {
  for await (const batch of batches) yield batch.flatMap((change) => visibleTo(caller, change))
}

/**
 * Watches a workspace for changes that the caller may read, in batches.
 * @throws not_found, invalid_request when an operator names no workspace, rate_limit_exceeded
 */
export async function watchChanges(
  context: RequestContext,
  { query }: ParsedRequestOf<Operations['watchChanges']>,
): Promise<AsyncIterable<readonly Change[]>> {
  const { caller, changes } = context
  const { id } = await resolveWorkspace(context, query.workspaceId)
  const tenantId = caller.role === 'tenant' ? caller.tenantId : undefined
  return visibleBatches(caller, changes.watch(id, tenantId))
}
