import type { ApiError } from '@/console/api/api-error'
import type { WorkspaceResponse } from '@/console/api/workspaces'
import type { Edit } from '@/console/edits/edits'
import { useKeepDraft } from '@/console/edits/kept-edits'
import type { WorkspaceEditing } from '@/console/edits/use-workspace-editing'
import type { Caution } from '@/console/grids/limit-review'
import { ReviewModal } from './review-modal'
import { SaveFlow } from './save-flow'
import { useEditReview } from './use-edit-review'
import { findSaveBlocker } from './use-read-only-reason'
import { useWorkspaceSave } from './use-workspace-save'

interface SaveBarProps {
  editing: WorkspaceEditing
  edits: readonly Edit[]
  /** Why the edits can't be saved yet. */
  blocked?: string | undefined
  /** The warnings to confirm before saving. */
  cautions?: readonly Caution[]
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

const noCautions: readonly Caution[] = []

/**
 * Saves the changes of a workspace: the bar leads to the review, which sends them with the ETag of
 * the original record, and merges them if someone else saved first. Shown while there are changes.
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
  const { base, draftKey, kept } = editing
  const workspace = base.response
  const review = useEditReview(kept)
  const { reason } = review
  useKeepDraft(draftKey, edits.length > 0 ? { edits, typed, reason: reason.typed } : undefined)
  const saving = useWorkspaceSave({
    editing,
    edits,
    reason: reason.given,
    isReviewing: review.isOpen,
    onRebase,
    onSaved: (saved, later) => {
      review.end()
      onRebase(saved, later)
    },
    onError,
    onNothingLeft: review.end,
  })
  const saveBlocker = edits.length === 0 ? undefined : findSaveBlocker(workspace, edits)
  return (
    <SaveFlow
      what="workspace"
      draftKey={draftKey}
      edits={edits}
      saving={saving}
      review={review}
      isDirty={edits.length > 0 || blocked !== undefined}
      blocked={blocked ?? saveBlocker}
      canReview={edits.length > 0 && blocked === undefined && saveBlocker === undefined}
      beforeReview={beforeReview}
      onDiscard={onDiscard}
      renderReview={(news) =>
        blocked === undefined && (
          <ReviewModal
            news={news}
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
            onClose={review.close}
          />
        )
      }
    />
  )
}
