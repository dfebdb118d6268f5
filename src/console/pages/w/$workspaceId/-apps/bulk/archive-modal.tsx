import { Alert, Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { toApiError } from '@/console/api/api-error'
import { archivePreviewQuery, type ArchiveTarget } from '@/console/api/apps'
import { sitePath } from '@/console/browser/site'
import { ReasonField, useChangeReason } from '@/console/forms/change-reason'
import { ErrorAlert } from '@/console/layout/error-alert'
import { countOf, formatCount } from '@/console/ui/format/format-count'
import { BulkModal, CloseButton } from './bulk-modal'
import { isDone } from './bulk-stage'
import { LiveConnections } from './live-connections'
import { namedAsGiven, type GivenNames, type ShownItem } from './outcomes'
import { driftText } from './preview-drift'
import { PublicAppsNote } from './public-apps-note'
import { useArchive } from './use-archive'

export interface ArchiveModalProps {
  target: ArchiveTarget
  names?: GivenNames | undefined
  workspaceId: string
  workspaceName: string
  onDone: (items: readonly ShownItem[]) => void
  onClose: () => void
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
          : { id: batchId, link: linkTo(workspaceId, batchId, asWorkspace) }
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
