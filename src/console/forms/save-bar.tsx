import { Button, Group, Text } from '@mantine/core'
import { useCallbackRef } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { ApiError, toApiError } from '../api/api-error'
import { useLastEditor } from '../api/history'
import {
  useSetOperatorLimits,
  useUpdateWorkspace,
  workspaceQuery,
  type WorkspaceResponse,
} from '../api/workspaces'
import { findRecentEditor } from '../api/watching'
import { keepDraft } from '../session/kept-drafts'
import { ConflictModal } from './conflict-modal'
import {
  isOperatorEdit,
  signInPaths,
  toOperatorLimits,
  toUpdate,
  valueAt,
  type Conflict,
  type Edit,
} from './edits'
import { labelOf } from './member-path'
import { useKeepDraft, type KeptEdits } from './kept-edits'
import { useLockOutGuard } from './lock-out-guard'
import { editsToUndo } from './revert'
import { ReviewModal } from './review-modal'
import classes from './save-bar.module.css'
import { UnsavedGuard } from './unsaved-guard'
import { showUndoToast } from './undo-toast'
import { useFocusReturn } from './use-focus-return'
import { useIsShown } from './use-is-shown'
import { useSave } from './use-save'
import { plural } from '../ui/plural'

interface SaveBarProps {
  /** The record that the edits are made to. */
  base: WorkspaceResponse
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
  /** The storage key of unsaved edits. */
  draftKey: string
  /** The typed text of the edits, if it differs; stored with them. */
  typed?: string
  /** The edits that were unsaved when the page was reloaded. */
  kept: KeptEdits | undefined
  /** Opens the review whenever it increases. */
  reviewRequest?: number
  /** Continues with these edits on a newer record; after a save, those made since. */
  onRebase: (base: WorkspaceResponse, edits: readonly Edit[]) => void
  onDiscard: () => void
}

/** How long a change by someone else is news. */
const newsMilliseconds = 60_000
const noCautions: readonly string[] = []

/** Splits edits by the operation that saves them. Operator limits have their own, sent last. */
function groupBySection(edits: readonly Edit[]): Edit[][] {
  const own = edits.filter((edit) => !isOperatorEdit(edit))
  return [own, edits.filter(isOperatorEdit)].filter((part) => part.length > 0)
}

function countChanges(count: number): string {
  return `${count} ${count === 1 ? 'change' : 'changes'}`
}

/**
 * The bar that saves the changes of a workspace: it opens the review, sends the changes with the
 * ETag of the original record, and merges them if someone else saved first. Shown while there are
 * changes.
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
  reviewRequest = 0,
  onRebase,
  onDiscard,
}: SaveBarProps) {
  const workspace = base.response
  const client = useQueryClient()
  const router = useRouter()
  const isShown = useIsShown()
  const update = useUpdateWorkspace(workspace.id)
  const setOperatorLimits = useSetOperatorLimits(workspace.id)
  const [isReviewing, setReviewing] = useState(false)
  const [handledRequest, setHandledRequest] = useState(0)
  if (reviewRequest !== handledRequest) {
    setHandledRequest(reviewRequest)
    setReviewing(true)
  }
  const lockOut = useLockOutGuard(workspace, edits, isReviewing)
  const isDirty = edits.length > 0 || blocked !== undefined
  const returnFocus = useFocusReturn()
  const { data: latest } = useSuspenseQuery(workspaceQuery(workspace.id))
  const [mergedFrom, setMergedFrom] = useState<MergedChange>()
  useKeepDraft(draftKey, edits.length > 0 ? { edits, typed } : undefined)

  /** Sends the edits of one operation. */
  const send = async (record: WorkspaceResponse, part: readonly Edit[]) =>
    part.some(isOperatorEdit)
      ? setOperatorLimits.mutateAsync({
          operatorLimits: toOperatorLimits(record.response, part),
          ifMatch: record.etag,
        })
      : update.mutateAsync({
          body: toUpdate(record.response, part),
          ifMatch: record.etag,
          continueWith: lockOut.continueWith,
        })

  const {
    save,
    stage,
    isPending,
    savedCount,
    error,
    clearOutcome,
    conflict,
    pendingConflicts,
    showConflict,
    closeConflict,
    resolve,
  } = useSave({
    base,
    edits,
    latest,
    kept,
    valueAt,
    partsOf: groupBySection,
    send: async (record, part) => {
      // The token was verified with the keys of the record that was reviewed.
      if (lockOut.needsProof && record !== base)
        throw new ApiError(409, 'This workspace was changed meanwhile: check the token again')
      return send(record, part)
    },
    read: () => client.fetchQuery({ ...workspaceQuery(workspace.id), staleTime: 0 }),
    onRebase,
    onSaved: (saved, later, sent) => {
      setReviewing(false)
      onRebase(saved, later)
      returnFocus()
      const { pathname } = router.state.location
      showUndoToast({
        message: `${saved.response.name} is saved`,
        onUndo: sent.length === 0 ? undefined : () => void undo(saved, sent, pathname),
      })
    },
    onError,
    onMerged: () => setMergedFrom({ by: findRecentEditor(workspace.id) }),
  })
  useEffect(() => {
    if (mergedFrom === undefined) return undefined
    const timer = setTimeout(() => setMergedFrom(undefined), newsMilliseconds)
    return () => clearTimeout(timer)
  }, [mergedFrom])
  const conflicts = conflict?.conflicts ?? pendingConflicts
  const changedBy = useLastEditor(
    workspace.id,
    conflicts.length === 0 ? undefined : conflicts.map(({ path }) => path),
  )

  const reviewUndo = async (back: readonly Edit[], page: string): Promise<void> => {
    if (isShown.current) {
      await stage(back)
      setReviewing(true)
    } else {
      keepDraft(draftKey, { edits: back })
      router.history.push(page)
    }
  }

  /** Undoes a save at once, or through the review if that isn't safe. */
  const undo = useCallbackRef(
    async (saved: WorkspaceResponse, sent: readonly Edit[], page: string) => {
      const back = editsToUndo(saved.response, sent)
      try {
        if (back.some(({ path }) => signInPaths.includes(path))) return await reviewUndo(back, page)
        let record = saved
        for (const part of groupBySection(back)) record = await send(record, part)
        notifications.show({ message: `Undone: ${countChanges(back.length)}`, autoClose: 3000 })
      } catch (error) {
        if (toApiError(error).isStale) return reviewUndo(back, page)
        notifications.show({
          color: 'danger',
          title: 'Couldn’t undo the save',
          message: toApiError(error).message,
        })
      }
    },
  )

  const review = useCallbackRef(async () => {
    if (beforeReview !== undefined && !(await beforeReview())) return
    clearOutcome()
    setReviewing(true)
  })

  function discard() {
    onDiscard()
    returnFocus()
    if (edits.length === 0) return
    showUndoToast({
      message: `Discarded ${countChanges(edits.length)}`,
      onUndo: () => {
        if (isShown.current) void stage(edits)
        else
          notifications.show({
            message: 'Open the page again to make these changes',
            color: 'gray',
          })
      },
    })
  }

  const isReviewable = isDirty && blocked === undefined
  useSaveKey(() => {
    if (isReviewable && conflict === undefined && !isReviewing) void review()
  })

  return (
    <>
      <UnsavedGuard dirty={isDirty} pending={isPending} draftKey={draftKey} />
      {isDirty && (
        <div className={classes['bar']} role="region" aria-label="Unsaved changes">
          <Text fz="sm" fw={550} aria-live="polite">
            {edits.length > 0 && `${edits.length} unsaved ${plural(edits.length, 'change')}`}
            {edits.length > 0 && blocked !== undefined && ' · '}
            {blocked !== undefined && (
              <Text span c="var(--sb-danger-text)" fz="sm" fw={400}>
                {blocked}
              </Text>
            )}
          </Text>
          <NewsText by={changedBy} conflicts={pendingConflicts} merged={mergedFrom} />
          <Group gap="xs" wrap="nowrap" ml="auto">
            {pendingConflicts.length > 0 && (
              <Button variant="default" onClick={showConflict}>
                Compare
              </Button>
            )}
            <Button variant="default" onClick={discard}>
              Discard
            </Button>
            <Button onClick={() => void review()} disabled={!isReviewable}>
              Review and save
            </Button>
          </Group>
        </div>
      )}
      {isReviewing && conflict === undefined && isReviewable && (
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
          changedBy={changedBy}
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

/** Someone else's change that was taken over while I was editing. */
interface MergedChange {
  by: string | undefined
}

/** Says who changed the workspace while it is being edited, and whether that concerns my edits. */
function NewsText({
  by = 'Someone else',
  conflicts,
  merged,
}: {
  by: string | undefined
  conflicts: readonly Conflict[]
  merged: MergedChange | undefined
}) {
  const [first, ...others] = conflicts
  const text =
    first !== undefined
      ? `${by} also changed ${labelOf(first.path)}` +
        (others.length === 0 ? '' : ` and ${others.length} more`)
      : merged !== undefined
        ? `Changed by ${merged.by ?? 'someone else'} just now. Your changes are kept.`
        : ''
  return (
    <Text fz="sm" aria-live="polite" c={first === undefined ? 'dimmed' : 'var(--sb-danger-text)'}>
      {text}
    </Text>
  )
}

/** Runs an action on Ctrl+S, after committing text that is being typed into a cell. */
function useSaveKey(action: () => void): void {
  const run = useCallbackRef(action)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isSave = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
      if (!isSave || event.key.toLowerCase() !== 's') return
      event.preventDefault()
      const active = document.activeElement
      if (active instanceof HTMLInputElement && active.closest('[role="grid"]') !== null)
        active.blur()
      // Reads the edits once the cell is closed.
      setTimeout(run)
    }
    // A cell that is being typed into keeps its keys to itself: they are seen before it.
    window.addEventListener('keydown', onKeyDown, { capture: true })
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true })
  }, [run])
}
