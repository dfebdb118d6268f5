import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { faultOf, type ApiFault } from '../api/fault'
import {
  useSetOperatorLimits,
  useUpdateWorkspace,
  workspaceQuery,
  type WorkspaceReply,
} from '../api/workspaces'
import { ConflictModal } from './conflict-modal'
import {
  isOperatorEdit,
  rebase,
  toOperatorLimits,
  toUpdate,
  valueAt,
  type Conflict,
  type Edit,
} from './edits'
import { ReviewModal } from './review-modal'
import classes from './save-bar.module.css'
import { UnsavedGuard } from './unsaved-guard'

interface SaveBarProps {
  /** The record that the editing began with. */
  base: WorkspaceReply
  edits: readonly Edit[]
  /** Why the edits cannot be saved as they are, in words. */
  blocked?: string | undefined
  /** What the person must have read before saving, in words. */
  cautions?: readonly string[]
  /** What helps to judge an edit in the review. */
  noteOf?: (edit: Edit) => string | undefined
  /** Validates before the review opens; false keeps it shut. */
  beforeReview?: () => boolean | Promise<boolean>
  onFault?: (fault: ApiFault) => void
  onSaved: (saved: WorkspaceReply) => void
  /** Goes on with these edits on top of a newer record. */
  onRebase: (base: WorkspaceReply, edits: readonly Edit[]) => void
  onDiscard: () => void
}

const noCautions: readonly string[] = []

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
  onFault,
  onSaved,
  onRebase,
  onDiscard,
}: SaveBarProps) {
  const workspace = base.answer
  const client = useQueryClient()
  const update = useUpdateWorkspace(workspace.id)
  const setOperatorLimits = useSetOperatorLimits(workspace.id)
  const [reviewing, setReviewing] = useState(false)
  const [conflict, setConflict] = useState<{
    theirs: WorkspaceReply
    standing: Edit[]
    conflicts: Conflict[]
  }>()
  const [fault, setFault] = useState<ApiFault>()
  const [savedCount, setSavedCount] = useState(0)

  async function review() {
    if (beforeReview !== undefined && !(await beforeReview())) return
    setFault(undefined)
    setSavedCount(0)
    setReviewing(true)
  }

  function saved(reply: WorkspaceReply) {
    setReviewing(false)
    onSaved(reply)
    notifications.show({ message: `${workspace.name} is saved`, autoClose: 3000 })
  }

  /**
   * Sends the edits, those of the operator's limits in a second request. One that meets a newer
   * record is merged with it and sent again, unless both changed the same. What is saved already is
   * no longer staged when the second request fails.
   */
  async function save(record: WorkspaceReply, all: readonly Edit[]): Promise<void> {
    let toSave = all
    try {
      const operatorEdits = all.filter(isOperatorEdit)
      let reply = record
      if (operatorEdits.length < all.length) {
        const body = toUpdate(record.answer, all)
        reply = await update.mutateAsync({ body, ifMatch: record.etag })
        toSave = operatorEdits
        if (toSave.length > 0) {
          setSavedCount(all.length - toSave.length)
          onRebase(reply, toSave)
        }
      }
      if (toSave.length > 0)
        reply = await setOperatorLimits.mutateAsync({
          operatorLimits: toOperatorLimits(reply.answer, toSave),
          ifMatch: reply.etag,
        })
      saved(reply)
    } catch (error) {
      const refusal = faultOf(error)
      if (!refusal.isStale) {
        setFault(refusal)
        onFault?.(refusal)
        return
      }
      const theirs = await client.fetchQuery({ ...workspaceQuery(workspace.id), staleTime: 0 })
      const merged = rebase(toSave, (path) => valueAt(theirs.answer, path))
      onRebase(theirs, [
        ...merged.edits,
        ...merged.conflicts.map(({ path, theirs: before, mine: after }) => ({
          path,
          before,
          after,
        })),
      ])
      if (merged.conflicts.length > 0) {
        setReviewing(false)
        setConflict({ theirs, standing: merged.edits, conflicts: merged.conflicts })
      } else if (merged.edits.length === 0) saved(theirs)
      else await save(theirs, merged.edits)
    }
  }

  const dirty = edits.length > 0 || blocked !== undefined
  return (
    <>
      <UnsavedGuard dirty={dirty} />
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
      {reviewing && dirty && blocked === undefined && (
        <ReviewModal
          opened
          workspace={workspace}
          etag={base.etag}
          edits={edits}
          pending={update.isPending || setOperatorLimits.isPending}
          fault={fault}
          savedCount={savedCount}
          cautions={cautions}
          noteOf={noteOf}
          onSave={() => void save(base, edits)}
          onClose={() => setReviewing(false)}
        />
      )}
      {conflict !== undefined && (
        <ConflictModal
          what="workspace"
          conflicts={conflict.conflicts}
          standing={conflict.standing.length}
          onClose={() => setConflict(undefined)}
          onResolve={(chosen) => {
            setConflict(undefined)
            const resolved = [...conflict.standing, ...chosen]
            onRebase(conflict.theirs, resolved)
            if (resolved.length > 0) setReviewing(true)
          }}
        />
      )}
    </>
  )
}
