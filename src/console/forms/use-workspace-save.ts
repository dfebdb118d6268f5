import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { ApiError } from '@/console/api/api-error'
import { useLastEditor } from '@/console/api/history'
import { workspaceQuery, type WorkspaceResponse } from '@/console/api/workspaces'
import { valueAt, type Edit } from '@/console/edits/edits'
import type { Conflict } from '@/console/edits/rebase'
import { groupByOperation } from '@/console/edits/update-request'
import type { WorkspaceEditing } from '@/console/edits/use-workspace-editing'
import type { RecordStore, SaveEvents } from './edited-record'
import { showUndoToast } from './undo-toast'
import { useLockOutGuard } from './use-lock-out-guard'
import { useSave } from './use-save'
import { useSendEdits } from './use-send-edits'
import { useUndoSave } from './use-undo-save'

interface WorkspaceSaveOptions extends SaveEvents<WorkspaceResponse['response']> {
  editing: WorkspaceEditing
  edits: readonly Edit[]
  /** Why the user makes them, if they say so. */
  reason: string | undefined
  isReviewing: boolean
}

/**
 * Saves the edits of a workspace, in as many requests as they need, and offers to undo that. Edits
 * that could lock the user out need a proof first.
 */
export function useWorkspaceSave({
  editing: { base, latest, kept, draftKey },
  edits,
  reason,
  isReviewing,
  onSaved,
  ...events
}: WorkspaceSaveOptions) {
  const workspace = base.response
  const router = useRouter()
  const client = useQueryClient()
  const lockOut = useLockOutGuard(workspace, edits, isReviewing)
  const send = useSendEdits(workspace.id, lockOut.continueWith)

  const store: RecordStore<WorkspaceResponse['response']> = {
    valueAt,
    partsOf: groupByOperation,
    send: async (record, part) => {
      // The token was verified with the keys of the record that was reviewed.
      if (lockOut.needsProof && record !== base)
        throw new ApiError(409, 'This workspace was changed meanwhile: check the token again')
      return send(record, part, reason)
    },
    read: () => client.fetchQuery({ ...workspaceQuery(workspace.id), staleTime: 0 }),
  }
  const saving = useSave({ base, latest, edits, kept }, store, {
    ...events,
    onSaved: (saved, later, sent) => {
      onSaved(saved, later, sent)
      const { pathname } = router.state.location
      showUndoToast({
        message: `Changes to ${saved.response.name} saved`,
        onUndo: sent.length === 0 ? undefined : () => void undo(saved, sent, pathname),
      })
    },
  })
  const undo = useUndoSave({ draftKey, send })
  const { conflict, pendingConflicts } = saving
  return {
    ...saving,
    lockOut,
    /** Who made the conflicting changes, if known. */
    changedBy: useChangedBy(workspace.id, conflict?.conflicts ?? pendingConflicts),
  }
}

/** Returns who last changed the members that are in conflict. */
function useChangedBy(workspaceId: string, conflicts: readonly Conflict[]): string | undefined {
  const paths = conflicts.map(({ path }) => path)
  return useLastEditor(workspaceId, paths.length === 0 ? undefined : paths)
}
