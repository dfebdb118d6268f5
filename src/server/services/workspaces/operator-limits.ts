import type { ParsedRequestOf } from '../../../contract/operation'
import type { Operations } from '../../../contract/operations'
import { audit } from '../../core/audit'
import type { RequestContext } from '../../core/context'
import { ServiceError } from '../../core/service-error'
import { checkPrecondition, findWorkspace } from '../../core/find-workspace'
import { workspaceWithState, type WorkspaceWithState } from './record'
import { etagOf, type Tagged } from '../../core/etag'
import { changesByMember } from './update'

/**
 * Replaces the operator’s limits of a workspace, read-only ones too: they are the operator’s, not the workspace’s.
 * They are mirrored to the owning instance soon after; the same limits again ask for another try.
 * @throws not_found, conflict, precondition_failed
 */
export async function setOperatorLimits(
  context: RequestContext,
  { params, body }: ParsedRequestOf<Operations['setOperatorLimits']>,
): Promise<Tagged<WorkspaceWithState>> {
  const row = await context.database.transaction().execute(async (transaction) => {
    const before = await findWorkspace(context, transaction, params.id, { forUpdate: true })
    checkPrecondition(context, before)
    if (before.archived_at !== null)
      throw new ServiceError(
        'conflict',
        'This workspace is archived: restore it before changing it',
      )
    const changes = changesByMember('operatorLimits', before.operator_limits, body.operatorLimits)
    const isMirrored = before.operator_limits_sync_error === null
    if (changes.length === 0 && isMirrored) return before
    if (changes.length > 0)
      await audit(context, transaction, {
        operation: 'setOperatorLimits',
        workspaceId: before.id,
        subject: { type: 'workspace', id: before.id, name: before.name },
        changes,
      })
    return transaction
      .updateTable('workspaces')
      .set({
        operator_limits: JSON.stringify(body.operatorLimits),
        revision: before.revision + 1,
        updated_at: context.clock(),
        operator_limits_mirror_due: before.service_instance_id === null ? null : context.clock(),
        operator_limits_mirror_attempts: 0,
      })
      .where('id', '=', before.id)
      .returningAll()
      .executeTakeFirstOrThrow()
  })
  return { response: await workspaceWithState(context, row), etag: etagOf(row) }
}
