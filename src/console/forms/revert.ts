import { dequal } from 'dequal'
import { z } from 'zod'
import { isDelivered } from '@/console/edits/alert-delivery'
import { editAt, unsetField, valueAt, type Edit } from '@/console/edits/edits'
import {
  channelPath,
  channels,
  isMemberPath,
  memberAt,
  type MemberPath,
} from '@/console/edits/member-path'
import { mergeLists } from '@/console/edits/merge-lists'
import { isRecordOperation, recordOperations } from '@/console/edits/record-operations'
import { draftsOf } from '@/console/grids/drafts'
import { draftedEntry, draftedOverride, draftRules } from '@/console/grids/limit-drafts'
import { cautionsOf, type Caution } from '@/console/grids/limit-review'
import { limitRows } from '@/console/grids/limit-rows'
import { alertDeliverySchema } from '@/contract/alerts'
import type { AuditEvent, RecordedChange } from '@/contract/history'
import { workspaceUpdateSchema, type WorkspaceWithState } from '@/contract/workspaces'

const editable = new Set(Object.keys(workspaceUpdateSchema.shape))

/** Returns a field without a change of it. What was changed in a list since stays. */
function undone(
  workspace: WorkspaceWithState,
  path: MemberPath,
  before: unknown,
  after: unknown,
): unknown {
  const now = valueAt(workspace, path)
  if (dequal(now, after)) return before
  return mergeLists(path, { base: after, mine: before, theirs: now })?.withMine ?? before
}

/** Returns the edits that set a member to a previous value; none if it can't be set. */
function editsBackTo(
  workspace: WorkspaceWithState,
  { path, before, after }: RecordedChange,
): Edit[] {
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
    case 'alertSetting':
      return editAt(workspace, path, undone(workspace, path, before, after))
    case 'specification':
      return []
    case 'field':
      if (!editable.has(path)) return []
      return editAt(workspace, path, undone(workspace, path, before ?? unsetField(path), after))
  }
}

/** Returns the edits of a record that undo changes or saved edits, except those already undone. */
export function editsToUndo(
  workspace: WorkspaceWithState,
  changes: readonly RecordedChange[],
): Edit[] {
  return changes.flatMap((change) => editsBackTo(workspace, change))
}

/**
 * Returns the edits that undo the changes of a history entry, except those already undone;
 * undefined if the user can't undo such an entry.
 */
export function editsToRevert(
  workspace: WorkspaceWithState,
  { operation, outcome, changes }: AuditEvent,
  isOperator: boolean,
): Edit[] | undefined {
  if (!isRecordOperation(operation) || outcome !== 'done') return undefined
  const isAllowed = isOperator || recordOperations[operation].caller !== 'operator'
  return isAllowed ? editsToUndo(workspace, changes) : undefined
}

/** Lists the warnings to confirm before edits of limits are saved, as in the grid. */
export function cautionsOfEdits(workspace: WorkspaceWithState, edits: readonly Edit[]): Caution[] {
  return cautionsOf(workspace, limitRows(workspace, draftsOf(draftRules, edits)))
}
