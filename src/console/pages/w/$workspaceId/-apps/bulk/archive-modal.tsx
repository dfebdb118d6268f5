import { Alert, Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import {
  archivePreviewQuery,
  useArchiveApps,
  useRestoreArchive,
  type ArchiveTarget,
} from '../../../../../api/apps'
import { toApiError } from '../../../../../api/api-error'
import { ReasonField, useChangeReason } from '../../../../../forms/change-reason'
import { sitePath } from '../../../../../browser/site'
import { ErrorAlert } from '../../../../../layout/error-alert'
import { showArchivedToast, showRestoredToast } from './archive-toasts'
import { BulkModal, CloseButton } from './bulk-modal'
import { isDone, type BulkStage } from './bulk-stage'
import { countOf, formatCount } from '../../../../../ui/format/format-count'
import { LiveConnections } from './live-connections'
import { namedAsGiven, type GivenNames, type ShownItem } from './outcomes'
import { driftText } from './preview-drift'

export interface ArchiveModalProps {
  target: ArchiveTarget
  names?: GivenNames | undefined
  workspaceId: string
  workspaceName: string
  onDone: (items: readonly ShownItem[]) => void
  onClose: () => void
}

/**
 * Performs an archive and its undo. If the component is removed while the archive can be undone, a
 * toast offers it.
 */
function useArchive(workspaceId: string, asWorkspace: boolean) {
  const commit = useArchiveApps(workspaceId, asWorkspace)
  const restore = useRestoreArchive(workspaceId, asWorkspace)
  const offerUndo = useRef<() => void>(undefined)
  const batchId = commit.data?.batchId
  const count = commit.data?.count ?? 0

  useEffect(() => {
    offerUndo.current =
      batchId === undefined || restore.isSuccess
        ? undefined
        : () => showArchivedToast(batchId, count, restore.mutateAsync)
  })
  useEffect(() => () => offerUndo.current?.(), [])

  function stage(): BulkStage {
    if (restore.isPending) return 'undoing'
    if (commit.data !== undefined) return 'done'
    return commit.isPending ? 'running' : 'ready'
  }

  return {
    stage: stage(),
    result: commit.data,
    startedAt: commit.submittedAt,
    error: commit.error ?? restore.error,
    /** Archives the apps if they are still as many; otherwise calls `onChanged`. */
    archive: (
      target: ArchiveTarget & { reason: string | undefined },
      expectedCount: number,
      onChanged: () => void,
    ) =>
      commit.mutate(
        { ...target, expectedCount },
        {
          onError: (thrown) => {
            const { status, isOutcomeUnknown } = toApiError(thrown)
            // Until the outcome is known, sending the same again is what brings the result.
            if (status === 409 && !isOutcomeUnknown) onChanged()
          },
        },
      ),
    // Not `mutate`, whose callbacks are dropped when the dialog is removed.
    undo: (id: string, onRestored: () => void) =>
      restore.mutateAsync(id).then(
        ({ count }) => {
          offerUndo.current = undefined
          showRestoredToast(count)
          onRestored()
        },
        () => {},
      ),
  }
}

/** Of more apps than a ticket lists, the user has to type the number before they are archived. */
const maxUnconfirmed = 500

/** Whether an archive was refused because it would hit other apps than its preview. */
function isDrift(error: Error): boolean {
  const { data } = toApiError(error).facts
  return typeof data === 'object' && data !== null && 'expectedCount' in data
}

/** Returns the address where a bulk archive is listed: operators' own are with the catalog. */
function linkTo(workspaceId: string, batchId: string, asWorkspace: boolean): string {
  const search = new URLSearchParams({ ...(asWorkspace ? {} : { tab: 'public' }), batch: batchId })
  return new URL(`${sitePath}w/${workspaceId}/apps?${search.toString()}`, location.href).href
}

/** Previews an archive, performs it with one request and shows the result, with an undo. */
export function ArchiveModal({
  target,
  names,
  workspaceId,
  workspaceName,
  asWorkspace,
  onDone,
  onClose,
}: ArchiveModalProps & {
  /** Whether an operator acts as the workspace. */
  asWorkspace: boolean
}) {
  const preview = useQuery(archivePreviewQuery(workspaceId, asWorkspace, target))
  const archiving = useArchive(workspaceId, asWorkspace)
  const { result, error } = archiving

  // The items of the preview that did not hold.
  const [earlier, setEarlier] = useState<readonly ShownItem[]>([])
  const items = (result?.items ?? preview.data?.items)?.map(namedAsGiven(names))
  const stage = archiving.stage === 'ready' && preview.isFetching ? 'checking' : archiving.stage
  const count = preview.data?.count ?? 0
  const [typed, setTyped] = useState('')
  const isLarge = stage === 'ready' && count > maxUnconfirmed
  const isConfirmed = !isLarge || typed.replaceAll(/\D/g, '') === String(count)
  const reason = useChangeReason()
  const batchId = result?.batchId

  /** Shows what would happen now, because something changed since the preview. */
  function previewAgain() {
    setEarlier(preview.data?.items ?? [])
    void preview.refetch()
  }

  function close() {
    if (isDone(stage)) onDone(items ?? [])
    onClose()
  }

  return (
    <BulkModal
      verb="archive"
      workspaceName={workspaceName}
      stage={stage}
      items={items}
      startedAt={archiving.startedAt}
      batch={
        batchId === undefined
          ? undefined
          : {
              id: batchId,
              link: linkTo(workspaceId, batchId, asWorkspace),
            }
      }
      notes={
        <>
          {error === null || !isDrift(error) ? (
            <ErrorAlert error={error} />
          ) : (
            !preview.isError && (
              <Alert color="caution" p="xs">
                {driftText(earlier, preview.data?.items ?? earlier)}
              </Alert>
            )
          )}
          <ErrorAlert error={preview.error} onRetry={preview.refetch} />
          {items !== undefined && !isDone(stage) && <LiveConnections items={items} />}
        </>
      }
      footer={
        <>
          {batchId !== undefined && (
            <Button
              variant="default"
              loading={stage === 'undoing'}
              onClick={() => void archiving.undo(batchId, close)}
            >
              Undo
            </Button>
          )}
          <CloseButton stage={stage} onClose={close} />
          {!isDone(stage) && (
            <Button
              color="danger"
              disabled={
                stage === 'checking' ||
                preview.isError ||
                count === 0 ||
                !isConfirmed ||
                reason.error !== undefined
              }
              loading={stage === 'running'}
              onClick={() =>
                archiving.archive({ ...target, reason: reason.given }, count, previewAgain)
              }
              data-autofocus
            >
              {stage === 'checking' ? 'Archive' : `Archive ${countOf(count, 'app')}`}
            </Button>
          )}
        </>
      }
      onClose={close}
    >
      {isLarge && (
        <TextInput
          label={
            <>
              Type <b>{formatCount(count)}</b> to confirm
            </>
          }
          description="This is far more than a usual list. Check which apps it holds."
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          inputMode="numeric"
          autoComplete="off"
        />
      )}
      {!isDone(stage) && count > 0 && (
        <ReasonField reason={reason} disabled={stage === 'running'} />
      )}
    </BulkModal>
  )
}
