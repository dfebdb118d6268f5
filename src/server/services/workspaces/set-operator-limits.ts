import type { ParsedRequestOf } from '@/contract/operation'
import type { Operations } from '@/contract/operations'
import type { WorkspaceWithState } from '@/contract/workspaces'
import { workspaceEntry, workspaces } from '@/server/core/access/find-workspace'
import type { RequestContext } from '@/server/core/context'
import { etagOf, type Tagged } from '@/server/core/etag'
import { changesByMember } from '@/server/core/writes/changed-members'
import { writing } from '@/server/core/writes/writing'
import { workspaceWithState } from './record'
import { saveRevision } from './save-revision'

/**
 * Replaces the operator limits of a workspace, even if it is read-only, because they belong to the
 * operator. They are mirrored to the owning instance soon after. Sending the same limits again
 * retries after a failure.
 * @throws not_found, conflict, precondition_failed
 */
export async function setOperatorLimits(
  context: RequestContext,
  { params, body }: ParsedRequestOf<Operations['setOperatorLimits']>,
): Promise<Tagged<WorkspaceWithState>> {
  const { id } = params
  const allowed = { readOnly: true }
  const write = { operation: 'setOperatorLimits', records: workspaces, id, allowed } as const
  const row = await writing(context, write, async (transaction, before) => {
    const changes = changesByMember('operatorLimits', before.operator_limits, body.operatorLimits)
    if (changes.length === 0 && before.operator_limits_sync_error === null)
      return { result: before }
    const now = context.clock()
    const columns = {
      operator_limits: JSON.stringify(body.operatorLimits),
      operator_limits_mirror_due: before.service_instance_id === null ? null : now,
      operator_limits_mirror_attempts: 0,
    }
    const result = await saveRevision(transaction, before, columns, now)
    return {
      result,
      entries: changes.length === 0 ? [] : [{ ...workspaceEntry(before), changes }],
    }
  })
  return { response: await workspaceWithState(context, row), etag: etagOf(row) }
}
