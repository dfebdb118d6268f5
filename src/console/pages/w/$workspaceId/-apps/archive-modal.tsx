import { Alert, Button, Group, Modal, Progress, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQuery } from '@tanstack/react-query'
import { useBlocker } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { appOperations, type App } from '../../../../../contract/apps'
import { ownAppsQuery, useArchiveApps, useRestoreArchive } from '../../../../api/apps'
import type { CallRequest } from '../../../../api/client'
import { toApiError, type ApiError } from '../../../../api/api-error'
import { formatUtc } from '../../../../ui/format-date'
import { sitePath } from '../../../../ui/site'
import { ErrorAlert } from '../../../../layout/error-alert'
import { useTokenFacts } from '../../../../session/use-session'
import { countApps, showArchivedToast } from './archived-toast'
import { rowsOf, type ShownItem } from './outcomes'
import { useOneByOne } from './one-by-one'
import { AppTable, ResultExport, ResultSheet } from './result-sheet'

/** The apps to archive: a list, or all that match a filter. */
export type Target = Pick<
  NonNullable<CallRequest<typeof appOperations.archiveApps>['body']>,
  'selectors' | 'filter'
>

interface ArchiveModalProps {
  target: Target
  /** The text of the list by selector, for apps that it does not list by selector. */
  givenAs?: ReadonlyMap<string, string> | undefined
  workspaceId: string
  workspaceName: string
  /** Whether an operator acts as the workspace. */
  asWorkspace: boolean
  extensions: boolean
  onDone: () => void
  onClose: () => void
}

const noApps: readonly App[] = []

/**
 * Previews an archive, performs it and shows the result. While requests are running it stays open,
 * even on Back, because the result and its Undo would be lost. After closing, a toast offers the
 * Undo.
 */
export function ArchiveModal({
  target,
  givenAs,
  workspaceId,
  workspaceName,
  asWorkspace,
  extensions,
  onDone,
  onClose,
}: ArchiveModalProps) {
  const dryRun = useArchiveApps(workspaceId, asWorkspace)
  const commit = useArchiveApps(workspaceId, asWorkspace)
  const restore = useRestoreArchive(workspaceId, asWorkspace)
  const ownApps = useQuery({ ...ownAppsQuery(workspaceId), enabled: !extensions })
  const oneByOne = useOneByOne(workspaceId, target.selectors ?? [], ownApps.data ?? noApps)
  const actor = useTokenFacts()?.name ?? 'Unknown'
  const [openedAt] = useState(Date.now)
  const [error, setError] = useState<ApiError>()
  const { mutate: tryOut } = dryRun

  useEffect(() => {
    if (extensions) tryOut({ ...target, validateOnly: true })
  }, [extensions, target, tryOut])

  function preview() {
    if (extensions) tryOut({ ...target, validateOnly: true })
    else void ownApps.refetch()
  }

  const asGiven = (item: ShownItem): ShownItem =>
    item.selector === undefined
      ? item
      : { ...item, selector: givenAs?.get(item.selector) ?? item.selector }
  const tried = dryRun.data
  const result = commit.data
  const items = (extensions ? (result?.items ?? tried?.items) : oneByOne.items)?.map(asGiven)
  const isDone = extensions ? result !== undefined : oneByOne.isDone
  const isLoading = extensions ? dryRun.isPending : ownApps.isPending
  const isBusy =
    commit.isPending || restore.isPending || oneByOne.isRunning || oneByOne.isCancelling
  const count = extensions ? (tried?.count ?? 0) : oneByOne.count
  const batchId = result?.batchId

  useBlocker({
    shouldBlockFn: () => {
      if (isBusy) notifications.show({ message: 'Still archiving: wait for the result' })
      return isBusy
    },
    enableBeforeUnload: () => isBusy,
  })

  const undoable = useRef<() => void>(undefined)
  useEffect(() => {
    undoable.current =
      batchId === undefined || restore.isSuccess
        ? undefined
        : () => showArchivedToast(batchId, result?.count ?? 0, restore.mutateAsync)
  })
  useEffect(() => () => undoable.current?.(), [])

  async function archive() {
    setError(undefined)
    if (!extensions) return oneByOne.start()
    try {
      await commit.mutateAsync({ ...target, expectedCount: count })
    } catch (error) {
      setError(toApiError(error))
      // Something changed since the preview: a new one shows what would happen now.
      if (toApiError(error).status === 409) preview()
    }
  }

  function close() {
    if (isDone) onDone()
    onClose()
  }

  async function undo(archived: string) {
    try {
      const { count: restored } = await restore.mutateAsync(archived)
      undoable.current = undefined
      notifications.show({ message: `${countApps(restored)} restored` })
      close()
    } catch (error) {
      setError(toApiError(error))
    }
  }

  const failure = extensions ? dryRun.error : ownApps.error
  const previewError = failure === null ? undefined : toApiError(failure)
  const isUnderWay = oneByOne.isRunning || oneByOne.isPaused || oneByOne.isCancelling
  return (
    <Modal
      opened
      onClose={close}
      title={isDone ? 'Archived' : 'Archive apps'}
      size="lg"
      closeOnClickOutside={!isBusy}
      closeOnEscape={!isBusy}
      withCloseButton={!isBusy}
    >
      <Stack gap="sm">
        <ResultSheet items={items} isLoading={isLoading} isRunning={oneByOne.isRunning}>
          {error !== undefined && <ErrorAlert error={error} />}
          {previewError !== undefined && <ErrorAlert error={previewError} onRetry={preview} />}
          {items !== undefined && !isDone && <LiveConnections items={items} />}
        </ResultSheet>
        {!extensions && items === undefined && !isLoading && (
          <>
            <Alert color="caution" p="xs">
              This engine can’t preview or undo an archive. Check the list: each app is archived as
              soon as you confirm.
            </Alert>
            <AppTable items={oneByOne.listed.map(asGiven)} withResults={false} />
          </>
        )}
        {!extensions && isUnderWay && (
          <div>
            <Progress value={oneByOne.share * 100} aria-label="Progress" />
            <Text fz="xs" c="dimmed" mt={4} aria-live="polite">
              {oneByOne.isCancelling
                ? 'Waiting for the requests that were already sent'
                : oneByOne.heldSeconds !== undefined
                  ? `The engine asked to wait ${oneByOne.heldSeconds} s`
                  : oneByOne.isPaused
                    ? `Paused: ${oneByOne.untried} left`
                    : `${oneByOne.untried} left`}
            </Text>
          </div>
        )}
        {isDone && items !== undefined && (
          <ResultExport
            items={items}
            fileName="archived-apps.csv"
            facts={{
              workspace: workspaceName,
              actor,
              when: formatUtc(commit.submittedAt === 0 ? openedAt : commit.submittedAt),
              batchId,
              link:
                batchId === undefined
                  ? undefined
                  : new URL(`${sitePath}w/${workspaceId}/apps?batch=${batchId}`, location.href)
                      .href,
            }}
          />
        )}
        <Group gap="xs" justify="flex-end">
          {batchId !== undefined && (
            <Button
              variant="default"
              loading={restore.isPending}
              onClick={() => void undo(batchId)}
            >
              Undo
            </Button>
          )}
          {oneByOne.isRunning && (
            <Button variant="default" onClick={oneByOne.pause} data-autofocus>
              Pause
            </Button>
          )}
          {isUnderWay ? (
            <Button variant="default" loading={oneByOne.isCancelling} onClick={oneByOne.cancel}>
              Cancel the rest
            </Button>
          ) : (
            <Button
              variant={isDone ? 'filled' : 'default'}
              disabled={isBusy}
              onClick={close}
              data-autofocus={isDone || undefined}
            >
              {isDone ? 'Done' : 'Cancel'}
            </Button>
          )}
          {!isDone && !oneByOne.isRunning && !oneByOne.isCancelling && (
            <Button
              color="danger"
              disabled={isLoading || count === 0}
              loading={commit.isPending}
              onClick={() => void archive()}
              data-autofocus
            >
              {oneByOne.isPaused
                ? `Continue with ${oneByOne.untried}`
                : oneByOne.failed > 0
                  ? `Retry the ${oneByOne.failed} that failed`
                  : `Archive ${countApps(count)}`}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  )
}

/** Warns about apps that are still in use. */
function LiveConnections({ items }: { items: readonly ShownItem[] }) {
  const inUse = rowsOf(items).filter(
    ({ outcome, connections = 0 }) => outcome === 'would_archive' && connections > 0,
  )
  const total = inUse.reduce((sum, { connections = 0 }) => sum + connections, 0)
  if (inUse.length === 0) return null
  return (
    <Alert color="caution" p="xs">
      {inUse.length === 1 ? 'One of them has' : `${inUse.length} of them have`}
      {` live connections, ${total} in all: `}
      {inUse
        .slice(0, 5)
        .map(({ name }) => name)
        .join(', ')}
      {inUse.length > 5 ? ' …' : ''}.
    </Alert>
  )
}
