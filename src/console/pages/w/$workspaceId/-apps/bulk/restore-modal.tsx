import { Button, Progress } from '@mantine/core'
import { ReasonField, useChangeReason } from '@/console/forms/change-reason'
import { ErrorAlert } from '@/console/layout/error-alert'
import { countOf, formatCount } from '@/console/ui/format/format-count'
import { BulkModal, CloseButton } from './bulk-modal'
import type { ShownItem } from './outcomes'
import { useRestoreList, type RestoreList } from './use-restore-list'

interface RestoreModalProps {
  list: RestoreList
  /** Whether keys mean apps of the workspace, before public ones. */
  asWorkspace: boolean
  workspaceId: string
  workspaceName: string
  onDone: (items: readonly ShownItem[]) => void
  onClose: () => void
}

/** Shows which apps of a list can be restored, restores them one by one, and shows the result. */
export function RestoreModal({
  list,
  asWorkspace,
  workspaceId,
  workspaceName,
  onDone,
  onClose,
}: RestoreModalProps) {
  const { preview, items, count, share, stage, failed, startedAt, restore } = useRestoreList(
    workspaceId,
    list,
    asWorkspace,
  )

  const reason = useChangeReason()

  function close() {
    if (stage === 'done') onDone(items ?? [])
    onClose()
  }

  return (
    <BulkModal
      verb="restore"
      workspaceName={workspaceName}
      stage={stage}
      items={items}
      startedAt={startedAt}
      notes={<ErrorAlert error={preview.error} onRetry={preview.refetch} />}
      footer={
        <>
          {failed > 0 && (
            <Button variant="default" onClick={() => restore(reason.given)}>
              Retry the {formatCount(failed)} that failed
            </Button>
          )}
          <CloseButton stage={stage} onClose={close} />
          {stage !== 'done' && (
            <Button
              disabled={count === 0 || reason.error !== undefined}
              loading={stage === 'running'}
              onClick={() => restore(reason.given)}
              data-autofocus
            >
              Restore {countOf(count, 'app')}
            </Button>
          )}
        </>
      }
      onClose={close}
    >
      {stage !== 'done' && count > 0 && (
        <ReasonField reason={reason} disabled={stage === 'running'} />
      )}
      {stage === 'running' && <Progress value={share * 100} aria-label="Progress" />}
    </BulkModal>
  )
}
