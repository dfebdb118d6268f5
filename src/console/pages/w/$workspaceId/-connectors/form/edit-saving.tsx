import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import type { SpecificationResponse } from '@/console/api/connectors'
import type { Edit } from '@/console/edits/edits'
import { useKeepDraft, type KeptEdits } from '@/console/edits/kept-edits'
import { useFollowLatest } from '@/console/edits/use-workspace-editing'
import { useChangeReason } from '@/console/forms/change-reason'
import { ConflictModal } from '@/console/forms/conflict-modal'
import { showDiscardedToast } from '@/console/forms/discarded-toast'
import { useOpenForm } from '@/console/forms/open-forms'
import { UnsavedBar } from '@/console/forms/unsaved-bar'
import { UnsavedGuard } from '@/console/forms/unsaved-guard'
import { useFocusReturn } from '@/console/forms/use-focus-return'
import { useIsShown } from '@/console/forms/use-is-shown'
import { useSaveKey } from '@/console/forms/use-save-key'
import { countOf } from '@/console/ui/format/format-count'
import { lazyPart } from '@/console/ui/loading/load-part'
import { LoadedPart } from '@/console/ui/loading/loaded-part'
import {
  comparedMembers,
  connectorEdits,
  connectorLabelOf,
  editedDraft,
  shownValue,
  updateOf,
} from './connector-edits'
import {
  reviewForm,
  showRefusal,
  useDraftForm,
  useFormIssues,
  useValidateChanges,
  type FormIssue,
} from './connector-form'
import { editsKey } from './draft'
import { requestOf } from './request-of-draft'
import { Review } from './review'
import { useSaveConnector } from './use-save-connector'

const SpecificationDiff = lazyPart(() => import('./specification-diff'))

interface EditSavingProps {
  workspaceId: string
  /** The working copy as it was when the editing began. */
  begun: SpecificationResponse
  /** The working copy as last read. */
  latest: SpecificationResponse
  /** The edits that were unsaved when the page was reloaded. */
  kept: KeptEdits | undefined
  onShowIssue: (issue: FormIssue) => void
}

/**
 * Saves the form that edits a connector: its bar, its review and its conflicts. Watches the form,
 * so that the page does not render with every key.
 */
export function EditSaving({ workspaceId, begun, latest, kept, onShowIssue }: EditSavingProps) {
  const form = useDraftForm()
  const [base, setBase] = useState(begun)
  const original = useMemo(() => editedDraft(base.response), [base])
  // What is stored may be invalid today: then that is shown before the user changes anything.
  const isInvalid = useMemo(() => requestOf(original).issues.length > 0, [original])
  const draft = useValidateChanges(isInvalid)
  const issueCount = useFormIssues().length
  const [isReviewing, setReviewing] = useState(false)
  const [isSaved, setSaved] = useState(false)
  const navigate = useNavigate()
  const isShown = useIsShown()
  const returnFocus = useFocusReturn()
  const reason = useChangeReason(kept?.reason)
  const edits = isSaved ? [] : connectorEdits(original, draft)
  const connector = begun.response.key
  const draftKey = editsKey(workspaceId, connector)
  useKeepDraft(draftKey, edits.length === 0 ? undefined : { edits, reason: reason.typed })

  function rebase(record: SpecificationResponse, left: readonly Edit[]) {
    setBase(record)
    form.reset(editedDraft(record.response, left), { keepIsSubmitted: true })
  }

  const saving = useSaveConnector(workspaceId, {
    base,
    latest,
    edits,
    kept,
    reason: reason.given,
    onRebase: rebase,
    onSaved: (saved, later) => {
      setReviewing(false)
      if (later.length > 0) return rebase(saved, later)
      setSaved(true)
      if (isShown.current)
        void navigate({
          to: '/w/$workspaceId/connectors/$connector',
          params: { workspaceId, connector },
          search: { version: 'dev' },
          ignoreBlocker: true,
        })
    },
    onRefused: (error) => showRefusal(form, error),
  })
  const { isPending, conflict } = saving
  useFollowLatest({ base, latest }, edits.length > 0 || isPending || isSaved, (record) =>
    rebase(record, []),
  )

  async function review() {
    saving.clearOutcome()
    await reviewForm(form, () => setReviewing(true), onShowIssue)
  }

  /** Starts a review, unless it is known already that it would end in a conflict. */
  function reviewOrCompare(): void {
    if (!saving.showConflict()) void review()
  }

  function discard() {
    form.reset(original)
    reason.clear()
    returnFocus()
    showDiscardedToast(draftKey, edits)
  }

  useOpenForm(draftKey, { stage: saving.stage, review: () => void review() })
  useSaveKey(() => {
    if (edits.length > 0) reviewOrCompare()
  })

  const isReadable = requestOf(draft).issues.length === 0
  return (
    <>
      <UnsavedGuard dirty={edits.length > 0} pending={isPending} draftKey={draftKey} />
      {edits.length > 0 && (
        <UnsavedBar
          editCount={edits.length}
          blocked={issueCount === 0 ? undefined : `${countOf(issueCount, 'problem')} to fix`}
          changedBy={saving.changedBy}
          conflicts={saving.pendingConflicts}
          merged={saving.merged}
          nameOf={connectorLabelOf}
          onCompare={saving.showConflict}
          onDiscard={discard}
          onReview={reviewOrCompare}
        />
      )}
      {isReviewing && isReadable && conflict === undefined && (
        <Review
          title={`Review changes to ${base.response.name}`}
          request={{
            method: 'PUT',
            path: `/connectors/${encodeURIComponent(connector)}/specification`,
            body: updateOf(draft),
            ifMatch: base.etag,
            reason: reason.given,
          }}
          changes={
            <LoadedPart>
              <SpecificationDiff
                before={comparedMembers(original)}
                after={comparedMembers(draft)}
              />
            </LoadedPart>
          }
          reason={reason}
          action="Save"
          error={saving.error}
          pending={isPending}
          onAct={() => void saving.save()}
          onClose={() => setReviewing(false)}
        />
      )}
      {conflict !== undefined && (
        <ConflictModal
          what="connector"
          changedBy={saving.changedBy}
          conflicts={conflict.conflicts}
          standing={conflict.standing.length}
          nameOf={connectorLabelOf}
          shown={shownValue}
          onClose={saving.closeConflict}
          onResolve={(chosen) => {
            setReviewing(false)
            if (saving.resolve(chosen).length > 0) void review()
          }}
        />
      )}
    </>
  )
}
