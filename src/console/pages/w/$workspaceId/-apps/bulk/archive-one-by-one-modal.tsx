import { Alert, Button, Progress, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { allAppsQuery } from '@/console/api/apps'
import { ErrorAlert } from '@/console/layout/error-alert'
import { countOf, formatCount } from '@/console/ui/format/format-count'
import type { App } from '@/contract/apps'
import { AppTable } from './app-table'
import type { ArchiveModalProps } from './archive-modal'
import { BulkModal, CloseButton } from './bulk-modal'
import type { BulkStage } from './bulk-stage'
import { LiveConnections } from './live-connections'
import { namedAsGiven } from './outcomes'
import { useArchiveOneByOne } from './use-archive-one-by-one'

const noApps: readonly App[] = []

/** Archives a list app by app, for engines that can neither preview nor undo an archive. */
export function ArchiveOneByOneModal({
  target,
  names,
  workspaceId,
  workspaceName,
  onDone,
  onClose,
}: ArchiveModalProps) {
  const apps = useQuery(allAppsQuery(workspaceId, false, 'workspace'))
  const run = useArchiveOneByOne(workspaceId, target.selectors ?? [], names, apps.data ?? noApps)
  const [openedAt] = useState(Date.now)
  const items = run.items?.map(namedAsGiven(names))
  const isDone = run.stage === 'done'
  const isPaused = run.stage === 'paused'
  const isBusy = run.stage === 'running' || run.stage === 'cancelling'

  function stage(): BulkStage {
    if (isDone) return 'done'
    if (isBusy) return 'running'
    return apps.isPending ? 'checking' : 'ready'
  }

  function close() {
    if (isDone) onDone(items ?? [])
    onClose()
  }

  return (
    <BulkModal
      verb="archive"
      workspaceName={workspaceName}
      stage={stage()}
      items={items}
      startedAt={openedAt}
      notes={
        <>
          <ErrorAlert error={apps.error} onRetry={apps.refetch} />
          {items !== undefined && !isDone && <LiveConnections items={items} />}
        </>
      }
      footer={
        <>
          {isDone && run.failed > 0 && (
            <Button variant="default" onClick={() => void run.start()}>
              Retry the {formatCount(run.failed)} that failed
            </Button>
          )}
          {run.stage === 'running' && (
            <Button variant="default" onClick={run.pause} data-autofocus>
              Pause
            </Button>
          )}
          {isBusy || isPaused ? (
            <Button variant="default" loading={run.stage === 'cancelling'} onClick={run.cancel}>
              Cancel the rest
            </Button>
          ) : (
            <CloseButton stage={stage()} onClose={close} />
          )}
          {!isDone && !isBusy && (
            <Button
              color="danger"
              disabled={apps.isPending || run.count === 0}
              onClick={() => void run.start()}
              data-autofocus
            >
              {isPaused
                ? `Continue with ${formatCount(run.left)}`
                : `Archive ${countOf(run.count, 'app')}`}
            </Button>
          )}
        </>
      }
      onClose={close}
    >
      {items === undefined && !apps.isPending && (
        <>
          <Alert color="caution" p="xs">
            This engine can’t preview or undo an archive. Check the list: each app is archived as
            soon as you confirm.
          </Alert>
          <AppTable items={run.listed.map(namedAsGiven(names))} withResults={false} />
        </>
      )}
      {(isBusy || isPaused) && <RunProgress run={run} />}
    </BulkModal>
  )
}

function RunProgress({ run }: { run: ReturnType<typeof useArchiveOneByOne> }) {
  const { share, left, heldSeconds, stage } = run
  const isCounting = stage === 'running' && heldSeconds === undefined
  return (
    <div>
      <Progress value={share * 100} aria-label="Progress" />
      {/* The count changes too often to be announced. */}
      <Text fz="xs" c="dimmed" mt={4} aria-live={isCounting ? 'off' : 'polite'}>
        {stage === 'cancelling'
          ? 'Waiting for the requests that were already sent'
          : heldSeconds !== undefined
            ? `The engine asked to wait ${heldSeconds} s`
            : `${stage === 'paused' ? 'Paused: ' : ''}${formatCount(left)} left`}
      </Text>
    </div>
  )
}
