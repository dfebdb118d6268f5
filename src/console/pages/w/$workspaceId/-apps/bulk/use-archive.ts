import { useEffect, useRef } from 'react'
import { toApiError } from '@/console/api/api-error'
import { useArchiveApps, useRestoreArchive, type ArchiveTarget } from '@/console/api/apps'
import { showArchivedToast, showRestoredToast } from './archive-toasts'
import type { BulkStage } from './bulk-stage'

/**
 * Performs an archive and its undo. If the component is removed while the archive can be undone, a
 * toast offers it.
 */
export function useArchive(workspaceId: string, asWorkspace: boolean) {
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
