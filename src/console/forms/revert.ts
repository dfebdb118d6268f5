import { z } from 'zod'
import { alertDeliverySchema } from '../../contract/alerts'
import type { AuditEvent } from '../../contract/history'
import { workspaceUpdateSchema, type Workspace } from '../../contract/workspaces'
import { draftsOf } from './drafts'
import { isDelivered } from './alert-delivery'
import { editAt, unsetField, type Edit } from './edits'
import { draftedEntry, draftedOverride, draftRules } from './limit-drafts'
import { cautionsOf } from './limit-review'
import { limitRows } from './limit-rows'
import { channelPath, channels, isMemberPath, memberAt } from './member-path'

const editable = new Set(Object.keys(workspaceUpdateSchema.shape))

/** Returns the edits that set a member to a previous value; none if it can't be set. */
function editsBackTo(workspace: Workspace, path: string, before: unknown): Edit[] {
  if (!isMemberPath(path)) return []
  const member = memberAt(path)
  switch (member.kind) {
    case 'limit': {
      const entryWith = member.layer === 'workspace' ? draftedEntry : draftedOverride
      return editAt(workspace, path, entryWith(workspace, member.name, draftRules.draftOf(before)))
    }
    case 'setting':
    case 'channel':
      return editAt(workspace, path, z.boolean().catch(false).parse(before))
    case 'alertType': {
      const delivery = alertDeliverySchema.catch({ internal: true }).parse(before)
      return channels.flatMap((channel) =>
        editAt(workspace, channelPath(member.alertType, channel), isDelivered(delivery, channel)),
      )
    }
    case 'field':
      if (!editable.has(path)) return []
      return editAt(workspace, path, before ?? unsetField(path))
  }
}

/** Returns the edits of a record that undo changes, except those already undone. */
export function editsToUndo(
  workspace: Workspace,
  changes: readonly { path: string; before?: unknown }[],
): Edit[] {
  return changes.flatMap(({ path, before }) => editsBackTo(workspace, path, before))
}

/**
 * Returns the edits that undo the changes of a history entry, except those already undone;
 * undefined if the user can't undo such an entry.
 */
export function editsToRevert(
  workspace: Workspace,
  { operation, outcome, changes }: AuditEvent,
  isOperator: boolean,
): Edit[] | undefined {
  const isUpdate =
    operation === 'updateOrgWorkspace' || (isOperator && operation === 'setOperatorLimits')
  return isUpdate && outcome === 'done' ? editsToUndo(workspace, changes) : undefined
}

/** Lists the warnings to confirm before edits of limits are saved, as in the grid. */
export function cautionsOfEdits(workspace: Workspace, edits: readonly Edit[]): string[] {
  return cautionsOf(workspace, limitRows(workspace, draftsOf(draftRules, edits)))
}
