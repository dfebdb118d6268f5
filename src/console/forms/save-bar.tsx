import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiFault, faultOf } from '../api/fault'
import { useUpdateWorkspace, workspaceQuery, type WorkspaceReply } from '../api/workspaces'
import { ConflictModal } from './conflict-modal'
import { rebase, toUpdate, valueAt, type Conflict, type Edit } from './edits'
import { useLockOutGuard } from './lock-out-guard'
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
  beforeReview,
  onFault,
  onSaved,
  onRebase,
  onDiscard,
}: SaveBarProps) {
  const workspace = base.answer
  const client = useQueryClient()
  const update = useUpdateWorkspace(workspace.id)
  const [reviewing, setReviewing] = useState(false)
  const [conflict, setConflict] = useState<{
    theirs: WorkspaceReply
    standing: Edit[]
    conflicts: Conflict[]
  }>()
  const [fault, setFault] = useState<ApiFault>()
  const lockOut = useLockOutGuard(workspace, edits, reviewing)

  async function review() {
    if (beforeReview !== undefined && !(await beforeReview())) return
    setFault(undefined)
    setReviewing(true)
  }

  function saved(reply: WorkspaceReply) {
    setReviewing(false)
    onSaved(reply)
    notifications.show({ message: `${workspace.name} is saved`, autoClose: 3000 })
  }

  /** Sends the edits; one that meets a newer record is merged with it and sent again, unless both changed the same. */
  async function save(record: WorkspaceReply, toSave: readonly Edit[]): Promise<void> {
    try {
      saved(
        await update.mutateAsync({
          body: toUpdate(record.answer, toSave),
          ifMatch: record.etag,
          continueWith: lockOut.continueWith,
        }),
      )
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
      else if (lockOut.needsProof)
        setFault(new ApiFault(412, 'This workspace was changed meanwhile: check the token again'))
      else await save(theirs, merged.edits)
    }
  }

  const dirty = edits.length > 0
  return (
    <>
      <UnsavedGuard dirty={dirty} />
      {dirty && (
        <div className={classes['bar']} role="region" aria-label="Unsaved changes">
          <Text fz="sm" fw={550} aria-live="polite">
            {edits.length} unsaved {edits.length === 1 ? 'change' : 'changes'}
            {blocked !== undefined && (
              <Text span c="var(--sb-danger-text)" fz="sm" fw={400}>
                {' '}
                · {blocked}
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
          body={toUpdate(workspace, edits)}
          pending={update.isPending}
          fault={fault}
          cautions={cautions}
          guard={lockOut}
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
