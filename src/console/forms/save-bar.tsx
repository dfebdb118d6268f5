import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../api/api-error'
import {
  useSetOperatorLimits,
  useUpdateWorkspace,
  workspaceQuery,
  type WorkspaceResponse,
} from '../api/workspaces'
import { ConflictModal } from './conflict-modal'
import { isOperatorEdit, toOperatorLimits, toUpdate, valueAt, type Edit } from './edits'
import { useKeepDraft, type KeptEdits } from './kept-edits'
import { useLockOutGuard } from './lock-out-guard'
import { ReviewModal } from './review-modal'
import classes from './save-bar.module.css'
import { UnsavedGuard } from './unsaved-guard'
import { useSave } from './use-save'

interface SaveBarProps {
  /** The record that the editing began with. */
  base: WorkspaceResponse
  edits: readonly Edit[]
  /** Why the edits cannot be saved as they are, in words. */
  blocked?: string | undefined
  /** What the person must have read before saving, in words. */
  cautions?: readonly string[]
  /** What helps to judge an edit in the review. */
  noteOf?: (edit: Edit) => string | undefined
  /** Validates before the review opens; false keeps it shut. */
  beforeReview?: () => boolean | Promise<boolean>
  onError?: (error: ApiError) => void
  /** Where unsaved edits are kept for a reload. */
  draftKey: string
  /** What the edits alone do not tell of how they were typed; kept with them. */
  typed?: string
  /** The edits that were unsaved when the page was reloaded. */
  kept: KeptEdits | undefined
  /** Goes on with these edits on top of a newer record: after a save, those made since it was sent. */
  onRebase: (base: WorkspaceResponse, edits: readonly Edit[]) => void
  onDiscard: () => void
  /** Something was saved. */
  onSaved?: () => void
}

const noCautions: readonly string[] = []

/** Splits edits by the operation that saves them: the operator's limits have their own, sent last. */
function groupBySection(edits: readonly Edit[]): Edit[][] {
  const own = edits.filter((edit) => !isOperatorEdit(edit))
  return [own, edits.filter(isOperatorEdit)].filter((part) => part.length > 0)
}

/**
 * The one way in which changes of a workspace are saved: shown while there are some, reviewed, sent with the
 * tag of the record they began with, and merged when somebody was faster.
 */
export function SaveBar({
  base,
  edits,
  blocked,
  cautions = noCautions,
  noteOf,
  beforeReview,
  onError,
  draftKey,
  typed,
  kept,
  onRebase,
  onDiscard,
  onSaved,
}: SaveBarProps) {
  const workspace = base.response
  const client = useQueryClient()
  const update = useUpdateWorkspace(workspace.id)
  const setOperatorLimits = useSetOperatorLimits(workspace.id)
  const [reviewing, setReviewing] = useState(false)
  const lockOut = useLockOutGuard(workspace, edits, reviewing)
  const dirty = edits.length > 0 || blocked !== undefined
  useKeepDraft(draftKey, edits.length > 0 ? { edits, typed } : undefined)
  const { save, isPending, savedCount, error, clearOutcome, conflict, closeConflict, resolve } =
    useSave({
      base,
      edits,
      kept,
      valueAt,
      partsOf: groupBySection,
      send: async (record, part) => {
        if (part.some(isOperatorEdit))
          return setOperatorLimits.mutateAsync({
            operatorLimits: toOperatorLimits(record.response, part),
            ifMatch: record.etag,
          })
        // The token was verified with the keys of the record that was reviewed.
        if (lockOut.needsProof && record !== base)
          throw new ApiError(409, 'This workspace was changed meanwhile: check the token again')
        return update.mutateAsync({
          body: toUpdate(record.response, part),
          ifMatch: record.etag,
          continueWith: lockOut.continueWith,
        })
      },
      read: () => client.fetchQuery({ ...workspaceQuery(workspace.id), staleTime: 0 }),
      onRebase,
      onSaved: (saved, later) => {
        setReviewing(false)
        onRebase(saved, later)
        onSaved?.()
        notifications.show({ message: `${workspace.name} is saved`, autoClose: 3000 })
      },
      onError,
    })

  async function review() {
    if (beforeReview !== undefined && !(await beforeReview())) return
    clearOutcome()
    setReviewing(true)
  }

  return (
    <>
      <UnsavedGuard dirty={dirty} draftKey={draftKey} />
      {dirty && (
        <div className={classes['bar']} role="region" aria-label="Unsaved changes">
          <Text fz="sm" fw={550} aria-live="polite">
            {edits.length > 0 &&
              `${edits.length} unsaved ${edits.length === 1 ? 'change' : 'changes'}`}
            {edits.length > 0 && blocked !== undefined && ' · '}
            {blocked !== undefined && (
              <Text span c="var(--sb-danger-text)" fz="sm" fw={400}>
                {blocked}
              </Text>
            )}
          </Text>
          <Group gap="xs" wrap="nowrap">
            <Button variant="default" onClick={onDiscard}>
              Discard
            </Button>
            <Button onClick={() => void review()} disabled={blocked !== undefined}>
              Review and save
            </Button>
          </Group>
        </div>
      )}
      {reviewing && conflict === undefined && dirty && blocked === undefined && (
        <ReviewModal
          opened
          workspace={workspace}
          etag={base.etag}
          edits={edits}
          pending={isPending}
          error={error}
          savedCount={savedCount}
          cautions={cautions}
          noteOf={noteOf}
          guard={lockOut}
          onSave={() => void save()}
          onClose={() => setReviewing(false)}
        />
      )}
      {conflict !== undefined && (
        <ConflictModal
          what="workspace"
          conflicts={conflict.conflicts}
          standing={conflict.standing.length}
          onClose={() => {
            closeConflict()
            setReviewing(false)
          }}
          onResolve={(chosen) => setReviewing(resolve(chosen).length > 0)}
        />
      )}
    </>
  )
}
