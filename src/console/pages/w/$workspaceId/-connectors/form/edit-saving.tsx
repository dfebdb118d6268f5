import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { SpecificationResponse } from '@/console/api/connectors'
import { useKeepDraft, type KeptEdits } from '@/console/edits/kept-edits'
import { useFollowLatest } from '@/console/edits/use-workspace-editing'
import { SaveFlow } from '@/console/forms/save-flow'
import { useEditReview } from '@/console/forms/use-edit-review'
import { useIsShown } from '@/console/forms/use-is-shown'
import { countOf } from '@/console/ui/format/format-count'
import { lazyPart } from '@/console/ui/loading/load-part'
import { LoadedPart } from '@/console/ui/loading/loaded-part'
import { comparedMembers, connectorLabelOf, shownValue, updateOf } from './connector-edits'
import {
  showRefusal,
  useDraftForm,
  useFormIssues,
  validatedRequest,
  type FormIssue,
} from './connector-form'
import { editsKey } from './draft'
import { requestOf } from './request-of-draft'
import { Review } from './review'
import { useSaveConnector } from './use-save-connector'
import { useWorkingCopy } from './use-working-copy'

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
  const { base, original, draft, discard, rebase, ...copy } = useWorkingCopy(begun)
  const issueCount = useFormIssues().length
  const [isSaved, setSaved] = useState(false)
  const navigate = useNavigate()
  const isShown = useIsShown()
  const review = useEditReview(kept)
  const { reason } = review
  const edits = isSaved ? [] : copy.edits
  const connector = begun.response.key
  const draftKey = editsKey(workspaceId, connector)
  useKeepDraft(draftKey, edits.length === 0 ? undefined : { edits, reason: reason.typed })

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
  useFollowLatest({ base, latest }, edits.length > 0 || isPending || isSaved, rebase)

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
      beforeReview={async () => (await validatedRequest(form, onShowIssue)) !== undefined}
      onDiscard={discard}
      renderReview={(news) =>
        requestOf(draft).issues.length === 0 && (
          <Review
            news={news}
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
