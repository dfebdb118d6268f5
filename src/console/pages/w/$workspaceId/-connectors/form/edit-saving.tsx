import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import type { SpecificationResponse } from '@/console/api/connectors'
import type { Edit } from '@/console/edits/edits'
import { useKeepDraft, type KeptEdits } from '@/console/edits/kept-edits'
import { useFollowLatest } from '@/console/edits/use-workspace-editing'
import { SaveFlow } from '@/console/forms/save-flow'
import { useEditReview } from '@/console/forms/use-edit-review'
import { useIsShown } from '@/console/forms/use-is-shown'
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
 * Saves the form that edits a connector. Watches the form, so that the page does not render with
 * every key.
 */
export function EditSaving({ workspaceId, begun, latest, kept, onShowIssue }: EditSavingProps) {
  const form = useDraftForm()
  const [base, setBase] = useState(begun)
  const original = useMemo(() => editedDraft(base.response), [base])
  // What is stored may be invalid today: then that is shown before the user changes anything.
  const isInvalid = useMemo(() => requestOf(original).issues.length > 0, [original])
  const draft = useValidateChanges(isInvalid)
  const issueCount = useFormIssues().length
  const [isSaved, setSaved] = useState(false)
  const navigate = useNavigate()
  const isShown = useIsShown()
  const review = useEditReview(kept)
  const { reason } = review
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
      if (later.length > 0) {
        review.end()
        return rebase(saved, later)
      }
      review.close()
      setSaved(true)
      if (isShown.current)
        void navigate({
          to: '/w/$workspaceId/connectors/$connector',
          params: { workspaceId, connector },
          search: { version: 'dev' },
          ignoreBlocker: true,
        })
    },
    onError: (error) => showRefusal(form, error),
    onNothingLeft: review.end,
  })
  const { isPending } = saving
  useFollowLatest({ base, latest }, edits.length > 0 || isPending || isSaved, (record) =>
    rebase(record, []),
  )

  async function isValid(): Promise<boolean> {
    let valid = false
    await reviewForm(form, () => (valid = true), onShowIssue)
    return valid
  }

  return (
    <SaveFlow
      what="connector"
      nameOf={connectorLabelOf}
      shown={shownValue}
      draftKey={draftKey}
      edits={edits}
      saving={saving}
      review={review}
      blocked={issueCount === 0 ? undefined : `${countOf(issueCount, 'problem')} to fix`}
      canReview={edits.length > 0}
      beforeReview={isValid}
      onDiscard={() => form.reset(original)}
      renderReview={() =>
        requestOf(draft).issues.length === 0 && (
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
            onClose={review.close}
          />
        )
      }
    />
  )
}
