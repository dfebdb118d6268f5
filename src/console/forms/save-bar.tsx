import { useState } from 'react'
import type { ApiError } from '@/console/api/api-error'
import type { WorkspaceResponse } from '@/console/api/workspaces'
import type { Edit } from '@/console/edits/edits'
import { useKeepDraft } from '@/console/edits/kept-edits'
import type { WorkspaceEditing } from '@/console/edits/use-workspace-editing'
import { useChangeReason } from './change-reason'
import { ConflictModal } from './conflict-modal'
import { showDiscardedToast } from './discarded-toast'
import { ReviewModal } from './review-modal'
import { UnsavedBar } from './unsaved-bar'
import { UnsavedGuard } from './unsaved-guard'
import { useFocusReturn } from './use-focus-return'
import { findSaveBlocker } from './use-read-only-reason'
import { useSaveKey } from './use-save-key'
import { useWorkspaceSave } from './use-workspace-save'

interface SaveBarProps {
  editing: WorkspaceEditing
  edits: readonly Edit[]
  /** Why the edits can't be saved yet. */
  blocked?: string | undefined
  /** The warnings to confirm before saving. */
  cautions?: readonly string[]
  /** Returns a note that helps to judge an edit in the review. */
  noteOf?: (edit: Edit) => string | undefined
  /** Validates before the review opens; false keeps it closed. */
  beforeReview?: () => boolean | Promise<boolean>
  onError?: (error: ApiError) => void
  /** The typed text of the edits, if it differs; stored with them. */
  typed?: string
  /** Continues with these edits on a newer record; after a save, those made since. */
  onRebase: (base: WorkspaceResponse, edits: readonly Edit[]) => void
  onDiscard: () => void
}

const noCautions: readonly string[] = []

/**
 * The bar that saves the changes of a workspace: it opens the review, sends the changes with the
 * ETag of the original record, and merges them if someone else saved first. Shown while there are
 * changes.
 */
export function SaveBar({
  editing,
  edits,
  blocked,
  cautions = noCautions,
  noteOf,
  beforeReview,
  onError,
  typed,
  onRebase,
  onDiscard,
}: SaveBarProps) {
  const { base, draftKey } = editing
  const workspace = base.response
  const [isReviewing, setReviewing] = useState(false)
  const returnFocus = useFocusReturn()
  const reason = useChangeReason(editing.kept?.reason)
  useKeepDraft(draftKey, edits.length > 0 ? { edits, typed, reason: reason.typed } : undefined)

  const saving = useWorkspaceSave({
    editing,
    edits,
    reason: reason.given,
    isReviewing,
    onReview: () => void review(),
    onRebase,
    onSaved: (saved, later) => {
      endReview()
      onRebase(saved, later)
      returnFocus()
    },
    onError,
    onNothingLeft: () => {
      endReview()
      returnFocus()
    },
  })
  const { conflict, pendingConflicts, changedBy } = saving
  const saveBlocker = edits.length === 0 ? undefined : findSaveBlocker(workspace, edits)

  /** Ends the review of changes that are not unsaved any more. */
  function endReview(): void {
    setReviewing(false)
    reason.clear()
  }

  function discard(): void {
    onDiscard()
    reason.clear()
    returnFocus()
    if (edits.length > 0) showDiscardedToast(draftKey, edits)
  }

  async function review(): Promise<void> {
    if (beforeReview !== undefined && !(await beforeReview())) return
    saving.clearOutcome()
    setReviewing(true)
  }

  /** Starts a review, unless it is known already that it would end in a conflict. */
  function reviewOrCompare(): void {
    if (!saving.showConflict()) void review()
  }
  const isDirty = edits.length > 0 || blocked !== undefined
  const isReviewable = edits.length > 0 && blocked === undefined
  useSaveKey(() => {
    if (isReviewable && saveBlocker === undefined && conflict === undefined && !isReviewing)
      reviewOrCompare()
  })

  return (
    <>
      <UnsavedGuard dirty={isDirty} pending={saving.isPending} draftKey={draftKey} />
      {isDirty && (
        <UnsavedBar
          editCount={edits.length}
          blocked={blocked ?? saveBlocker}
          changedBy={changedBy}
          conflicts={pendingConflicts}
          merged={saving.merged}
          onCompare={saving.showConflict}
          onDiscard={discard}
          onReview={reviewOrCompare}
        />
      )}
      {isReviewing && conflict === undefined && isReviewable && (
        <ReviewModal
          workspace={workspace}
          etag={base.etag}
          edits={edits}
          pending={saving.isPending}
          error={saving.error}
          savedCount={saving.savedCount}
          saveBlocker={saveBlocker}
          cautions={cautions}
          noteOf={noteOf}
          lockOut={saving.lockOut}
          reason={reason}
          onSave={() => void saving.save()}
          onClose={() => setReviewing(false)}
        />
      )}
      {conflict !== undefined && (
        <ConflictModal
          what="workspace"
          changedBy={changedBy}
          conflicts={conflict.conflicts}
          standing={conflict.standing.length}
          onClose={() => {
            saving.closeConflict()
            setReviewing(false)
          }}
          onResolve={(chosen) => {
            setReviewing(false)
            if (saving.resolve(chosen).length > 0) void review()
          }}
        />
      )}
    </>
  )
}
