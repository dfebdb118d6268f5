import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { toApiError } from '@/console/api/api-error'
import { archivePreviewQuery, type ArchiveTarget } from '@/console/api/apps'
import type { ShownItem } from './outcomes'
import { driftText } from './preview-drift'
import { useArchive } from './use-archive'

/** Whether an archive was refused because it would hit other apps than its preview. */
function isDrift(error: Error | null): boolean {
  if (error === null) return false
  const { data } = toApiError(error).facts
  return typeof data === 'object' && data !== null && 'expectedCount' in data
}

/**
 * Previews an archive and performs it with one request. If the apps have changed since the preview,
 * nothing is archived: it previews them again and says what has changed.
 */
export function usePreviewedArchive(
  workspaceId: string,
  asWorkspace: boolean,
  target: ArchiveTarget,
) {
  const preview = useQuery(archivePreviewQuery(workspaceId, asWorkspace, target))
  const archiving = useArchive(workspaceId, asWorkspace)
  const { stage, result, error, startedAt, undo } = archiving
  const count = preview.data?.count ?? 0
  const previewed = preview.data?.items
  // The items of the preview that did not hold.
  const [outdated, setOutdated] = useState<readonly ShownItem[]>([])
  const hasDrifted = isDrift(error)

  function previewAgain() {
    setOutdated(previewed ?? [])
    void preview.refetch()
  }

  return {
    stage: stage === 'ready' && preview.isFetching ? 'checking' : stage,
    /** The results, or before them the preview. */
    items: result?.items ?? previewed,
    /** How many apps the preview would archive. */
    count,
    /** The error of the preview, and how to read it again. */
    preview: { error: preview.error, refetch: preview.refetch },
    /** Why the archive or its undo failed. */
    error: hasDrifted ? null : error,
    /** What has changed since the preview, because of which nothing was archived. */
    drift: hasDrifted && !preview.isError ? driftText(outdated, previewed ?? outdated) : undefined,
    startedAt,
    /** Identifies the archive; undefined before it is made. */
    batchId: result?.batchId,
    archive: (reason: string | undefined) =>
      archiving.archive({ ...target, reason }, count, previewAgain),
    undo,
  } as const
}
