import { z } from 'zod'
import { alertDeliverySchema } from '../../../../../contract/alerts'
import type { AuditEvent } from '../../../../../contract/history'
import { limitEntrySchema } from '../../../../../contract/limits'
import { workspaceUpdateSchema, type Workspace } from '../../../../../contract/workspaces'
import { editAt, type Edit } from '../../../../forms/edits'
import { cautionsOf, draftedEntry, limitRows } from '../../../../forms/limit-rows'

const [limits, settings, alertTypes] = ['limits.', 'settings.', 'alertDeliverySettings.alertTypes.']
const editable = new Set(Object.keys(workspaceUpdateSchema.shape))

/** The value that a member had, in the form in which it is sent; undefined for what cannot be sent. */
function formerValue(workspace: Workspace, path: string, before: unknown): unknown {
  if (path.startsWith(limits))
    return draftedEntry(
      workspace,
      path.slice(limits.length),
      limitEntrySchema.safeParse(before).data?.value ?? null,
    )
  if (path.startsWith(settings)) return z.boolean().catch(false).parse(before)
  if (path.startsWith(alertTypes))
    return alertDeliverySchema.catch({ internal: true }).parse(before)
  if (!editable.has(path)) return undefined
  // Addresses that were not there are cleared by nothing; what else was not there is cleared by null.
  return before ?? (path === 'webhookUri' || path === 'logoUri' ? '' : null)
}

/** The edits that bring back what an entry of the history changed, where it is not so already. */
export function editsToRevert(
  workspace: Workspace,
  { operation, outcome, changes }: AuditEvent,
): Edit[] {
  if (operation !== 'updateOrgWorkspace' || outcome !== 'done') return []
  return changes.flatMap(({ path, before }) => {
    const former = formerValue(workspace, path, before)
    return former === undefined ? [] : editAt(workspace, path, former)
  })
}

/** What has to be read before edits of limits are saved, as in the grid. */
export function cautionsOfEdits(workspace: Workspace, edits: readonly Edit[]): string[] {
  const drafts = Object.fromEntries(
    edits.flatMap(({ path, after }) =>
      path.startsWith(limits)
        ? [[path, limitEntrySchema.safeParse(after).data?.value ?? null]]
        : [],
    ),
  )
  return cautionsOf(workspace, limitRows(workspace, drafts))
}
