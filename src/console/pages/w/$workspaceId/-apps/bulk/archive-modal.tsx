import { Alert, Button } from '@mantine/core'
import type { ArchiveTarget } from '@/console/api/apps'
import { sitePath } from '@/console/browser/site'
import { ReasonField, useChangeReason } from '@/console/forms/change-reason'
import { ErrorAlert } from '@/console/layout/error-alert'
import { countOf } from '@/console/ui/format/format-count'
import { BulkModal, CloseButton } from './bulk-modal'
import { isDone } from './bulk-stage'
import { CountField, useCountConfirmation } from './count-confirmation'
import { LiveConnections } from './live-connections'
import { namedAsGiven, type GivenNames, type ShownItem } from './outcomes'
import { PublicAppsNote } from './public-apps-note'
import { usePreviewedArchive } from './use-previewed-archive'

export interface ArchiveModalProps {
  target: ArchiveTarget
  names?: GivenNames | undefined
  workspaceId: string
  workspaceName: string
  onDone: (items: readonly ShownItem[]) => void
  onClose: () => void
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
  const archiving = usePreviewedArchive(workspaceId, asWorkspace, target)
  const { stage, count, preview, drift, batchId } = archiving
  const items = archiving.items?.map(namedAsGiven(names))
  const confirmation = useCountConfirmation(count)
  const reason = useChangeReason()
  const isBlocked =
    stage === 'checking' ||
    preview.error !== null ||
    count === 0 ||
    (stage === 'ready' && !confirmation.isGiven) ||
    reason.error !== undefined

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
          : { id: batchId, link: linkTo(workspaceId, batchId, asWorkspace) }
      }
      notes={
        <>
          <ErrorAlert error={archiving.error} />
          {drift !== undefined && (
            <Alert color="caution" p="xs">
              {drift}
            </Alert>
          )}
          <ErrorAlert error={preview.error} onRetry={preview.refetch} />
          {items !== undefined && !isDone(stage) && <LiveConnections items={items} />}
          {items !== undefined && <PublicAppsNote items={items} />}
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
              disabled={isBlocked}
              loading={stage === 'running'}
              onClick={() => archiving.archive(reason.given)}
              data-autofocus
            >
              {stage === 'checking' ? 'Archive' : `Archive ${countOf(count, 'app')}`}
            </Button>
          )}
        </>
      }
      onClose={close}
    >
      {stage === 'ready' && <CountField confirmation={confirmation} />}
      {!isDone(stage) && count > 0 && (
        <ReasonField reason={reason} disabled={stage === 'running'} />
      )}
    </BulkModal>
  )
}
