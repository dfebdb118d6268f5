import type { ReactNode } from 'react'
import type { Edit } from '@/console/edits/edits'
import { ConflictModal, type ConflictModalProps } from './conflict-modal'
import { ConflictNotice } from './conflict-notice'
import { conflictText } from './conflict-text'
import { showDiscardedToast } from './discarded-toast'
import { useOpenForm } from './open-forms'
import { UnsavedBar } from './unsaved-bar'
import { UnsavedGuard } from './unsaved-guard'
import type { EditReview } from './use-edit-review'
import type { Saving } from './use-save'
import { useSaveKey } from './use-save-key'

interface SaveFlowProps extends Pick<ConflictModalProps, 'what' | 'nameOf' | 'shown'> {
  /** The storage key of the unsaved edits. */
  draftKey: string
  edits: readonly Edit[]
  saving: Saving & {
    /** Who made the conflicting changes, if known. */
    changedBy: string | undefined
  }
  review: EditReview
  /** Whether something is unsaved, which may be no edit yet. */
  isDirty?: boolean
  /** Why the edits can't be saved yet. */
  blocked: string | undefined
  /** Whether Ctrl+S starts a review. */
  canReview: boolean
  /** Validates before the review opens; false keeps it closed. */
  beforeReview?: (() => boolean | Promise<boolean>) | undefined
  onDiscard: () => void
  /** Renders the review while it is open, with what someone else has changed since. */
  renderReview: (news: ReactNode) => ReactNode
}

/**
 * Leads from unsaved edits to a save: the bar, the review, and the choices if someone else has
 * changed the same. Asks before the page is left. Shown while something is unsaved.
 */
export function SaveFlow({
  what,
  nameOf,
  shown,
  draftKey,
  edits,
  saving,
  review,
  isDirty = edits.length > 0,
  blocked,
  canReview,
  beforeReview,
  onDiscard,
  renderReview,
}: SaveFlowProps) {
  const { conflict, changedBy } = saving

  async function openReview(): Promise<void> {
    if (beforeReview !== undefined && !(await beforeReview())) return
    saving.clearOutcome()
    review.open()
  }

  /** Starts a review, unless it is known already that it would end in a conflict. */
  function reviewOrCompare(): void {
    if (!saving.showConflict()) void openReview()
  }

  function discard(): void {
    onDiscard()
    review.end()
    if (edits.length > 0) showDiscardedToast(draftKey, edits)
  }

  useOpenForm(draftKey, { stage: saving.stage, review: () => void openReview() })
  useSaveKey(() => {
    if (canReview && conflict === undefined && !review.isOpen) reviewOrCompare()
  })

  return (
    <>
      <UnsavedGuard dirty={isDirty} pending={saving.isPending} draftKey={draftKey} />
      {isDirty && (
        <UnsavedBar
          editCount={edits.length}
          blocked={blocked}
          changedBy={changedBy}
          conflicts={saving.pendingConflicts}
          merged={saving.merged}
          nameOf={nameOf}
          onCompare={saving.showConflict}
          onDiscard={discard}
          onReview={reviewOrCompare}
        />
      )}
      {review.isOpen &&
        conflict === undefined &&
        edits.length > 0 &&
        renderReview(
          <ConflictNotice
            text={conflictText(changedBy, saving.pendingConflicts, nameOf)}
            onCompare={saving.showConflict}
          />,
        )}
      {conflict !== undefined && (
        <ConflictModal
          what={what}
          changedBy={changedBy}
          conflicts={conflict.conflicts}
          standing={conflict.standing.length}
          nameOf={nameOf}
          shown={shown}
          onClose={() => {
            saving.closeConflict()
            review.close()
          }}
          onResolve={(chosen) => {
            review.close()
            if (saving.resolve(chosen).length > 0) void openReview()
          }}
        />
      )}
    </>
  )
}
