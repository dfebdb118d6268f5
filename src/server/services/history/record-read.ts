import type { OperationId } from '@/contract/operations'
import { findWorkspace, workspaceEntry } from '@/server/core/access/find-workspace'
import type { RequestContext } from '@/server/core/context'
import { recordInHistory } from '@/server/core/writes/history'

/** In milliseconds: an operator who works in a workspace reads it constantly. */
const hour = 3_600_000

/**
 * Records once an hour that an operator reads a workspace, with the first operation. Writes return
 * what they leave, so one that changes nothing is a read. Lists of all workspaces are not recorded.
 * An operator who acts in a workspace reads it with every call.
 */
export async function recordRead(context: RequestContext, operation: OperationId): Promise<void> {
  const { caller, clock, database, oncePer, trail } = context
  if (trail.entries > 0) return
  const { subject = caller.name, tokenId = '' } = caller.credential ?? {}
  const own = caller.workspaceId
  for (const id of own === undefined ? trail.workspaces : [own])
    await oncePer.record(hour, ['read', id, subject, tokenId], clock(), async () => {
      const workspace = await findWorkspace(context, database, id)
      const entry = { ...workspaceEntry(workspace), operation, outcome: 'read' as const }
      await recordInHistory(context, database, [entry])
    })
}
