import {
  Alert,
  Badge,
  Button,
  Group,
  Loader,
  Modal,
  Progress,
  Stack,
  Table,
  Text,
} from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { appOperations, type App } from '../../../../../contract/apps'
import { ownAppsQuery, useArchiveApps, useRestoreArchive } from '../../../../api/apps'
import type { CallRequest } from '../../../../api/client'
import { toApiError, type ApiError } from '../../../../api/api-error'
import { CopyButton } from '../../../../ui/copy-button'
import { download } from '../../../../ui/download'
import { ErrorAlert } from '../../../../layout/error-alert'
import {
  asCsv,
  asText,
  countsOf,
  outcomeLabels,
  repeatsOf,
  resultOf,
  rowsOf,
  type ShownItem,
} from './outcomes'
import { useOneByOne } from './one-by-one'

/** What is to be archived: a list, or all that match a filter. */
export type Target = Pick<
  NonNullable<CallRequest<typeof appOperations.archiveApps>['body']>,
  'selectors' | 'filter'
>

interface ArchiveModalProps {
  target: Target
  workspaceId: string
  /** Whether an operator acts as the workspace, or as itself. */
  asWorkspace: boolean
  extensions: boolean
  onDone: () => void
  onClose: () => void
}

const noApps: readonly App[] = []

/**
 * Shows first what an archive would do, then does just that, and hands over the result. While
 * requests are under way it stays open: with it the result and its undo would be lost.
 */
export function ArchiveModal({
  target,
  workspaceId,
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
  const [error, setError] = useState<ApiError>()
  const { mutate: tryOut } = dryRun

  useEffect(() => {
    if (extensions) tryOut({ ...target, validateOnly: true })
  }, [extensions, target, tryOut])

  function look() {
    if (extensions) tryOut({ ...target, validateOnly: true })
    else void ownApps.refetch()
  }

  const tried = dryRun.data
  const result = commit.data
  const items: readonly ShownItem[] | undefined = extensions
    ? (result?.items ?? tried?.items)
    : oneByOne.items
  const isDone = extensions ? result !== undefined : oneByOne.isDone
  const isLooking = extensions ? dryRun.isPending : ownApps.isPending
  const isBusy =
    commit.isPending || restore.isPending || oneByOne.isRunning || oneByOne.isCancelling
  const count = extensions ? (tried?.count ?? 0) : oneByOne.count

  async function archive() {
    setError(undefined)
    if (!extensions) return oneByOne.start()
    try {
      await commit.mutateAsync({ ...target, expectedCount: count })
    } catch (error) {
      setError(toApiError(error))
      // Something changed meanwhile: what would happen now is shown anew.
      if (toApiError(error).status === 409) look()
    }
  }

  function close() {
    if (isDone) onDone()
    onClose()
  }

  async function undo(batchId: string) {
    try {
      const { count: restored } = await restore.mutateAsync(batchId)
      notifications.show({
        message: `${restored} ${restored === 1 ? 'app is' : 'apps are'} restored`,
      })
      close()
    } catch (error) {
      setError(toApiError(error))
    }
  }

  const lookError = extensions ? dryRun.error : ownApps.error
  const previewError = lookError === null ? undefined : toApiError(lookError)
  const repeats = items === undefined ? undefined : repeatsOf(items)
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
        {/* One by one the counts change too often to be read out each time. */}
        <Group gap={6} role="status" aria-live={oneByOne.isRunning ? 'off' : 'polite'}>
          {isLooking ? (
            <>
              <Loader size="xs" />
              <Text fz="sm">Checking what this would do</Text>
            </>
          ) : (
            items !== undefined && (
              <>
                {countsOf(items).map(([outcome, number]) => (
                  <Badge
                    key={outcome}
                    size="md"
                    tt="none"
                    color={
                      outcome === 'archived' || outcome === 'would_archive' ? 'signal' : 'gray'
                    }
                  >
                    {number} {outcomeLabels[outcome]}
                  </Badge>
                ))}
                {repeats !== undefined && (
                  <Badge size="md" tt="none" color="gray">
                    {repeats}
                  </Badge>
                )}
              </>
            )
          )}
        </Group>
        {error !== undefined && <ErrorAlert error={error} />}
        {previewError !== undefined && <ErrorAlert error={previewError} onRetry={look} />}
        {items !== undefined && (
          <>
            <Connections items={items} isDone={isDone} />
            <ItemTable items={items} />
          </>
        )}
        {!extensions && (oneByOne.isRunning || oneByOne.isPaused || oneByOne.isCancelling) && (
          <div>
            <Progress value={oneByOne.share * 100} aria-label="Progress" />
            <Text fz="xs" c="dimmed" mt={4} aria-live="polite">
              {oneByOne.isCancelling
                ? 'Waiting for the requests that were already sent'
                : oneByOne.heldSeconds !== undefined
                  ? `The engine asks to wait ${oneByOne.heldSeconds} s`
                  : oneByOne.isPaused
                    ? `Paused: ${oneByOne.untried} are still to be tried`
                    : `${oneByOne.untried} to go`}
            </Text>
          </div>
        )}
        <Group justify="space-between">
          <Group gap="xs">
            {isDone && items !== undefined && (
              <>
                <CopyButton value={asText(items)} label="Copy for a ticket" />
                <Button
                  variant="default"
                  size="compact-sm"
                  onClick={() => download('archived-apps.csv', 'text/csv', asCsv(items))}
                >
                  Download CSV
                </Button>
              </>
            )}
          </Group>
          <Group gap="xs">
            {result?.batchId !== undefined && (
              <Button
                variant="default"
                loading={restore.isPending}
                onClick={() => void undo(result.batchId ?? '')}
              >
                Undo
              </Button>
            )}
            {oneByOne.isRunning && (
              <Button variant="default" onClick={oneByOne.pause} data-autofocus>
                Pause
              </Button>
            )}
            {oneByOne.isRunning || oneByOne.isPaused || oneByOne.isCancelling ? (
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
                disabled={isLooking || count === 0}
                loading={commit.isPending}
                onClick={() => void archive()}
                data-autofocus
              >
                {oneByOne.isPaused
                  ? `Go on with ${oneByOne.untried}`
                  : oneByOne.failed > 0
                    ? `Retry the ${oneByOne.failed} that failed`
                    : `Archive ${count} ${count === 1 ? 'app' : 'apps'}`}
              </Button>
            )}
          </Group>
        </Group>
      </Stack>
    </Modal>
  )
}

/** Who still uses what is about to go. */
function Connections({ items, isDone }: { items: readonly ShownItem[]; isDone: boolean }) {
  const inUse = rowsOf(items).filter(
    ({ outcome, connections = 0 }) => outcome === 'would_archive' && connections > 0,
  )
  const total = inUse.reduce((sum, { connections = 0 }) => sum + connections, 0)
  if (isDone || inUse.length === 0) return null
  return (
    <Alert color="caution" p="xs">
      {inUse.length === 1 ? 'One of them has' : `${inUse.length} of them have`} live connections,{' '}
      {total} in all:{' '}
      {inUse
        .slice(0, 5)
        .map(({ name }) => name)
        .join(', ')}
      {inUse.length > 5 ? ' …' : ''}.
    </Alert>
  )
}

const maxShown = 500

function ItemTable({ items }: { items: readonly ShownItem[] }) {
  const rows = rowsOf(items)
  return (
    <Table.ScrollContainer minWidth={0} mah={340} type="native">
      <Table fz="sm" stickyHeader>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>App</Table.Th>
            <Table.Th>Key</Table.Th>
            <Table.Th>Result</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.slice(0, maxShown).map((item) => (
            <Table.Tr key={item.id ?? item.selector}>
              <Table.Td>
                {item.name ?? (
                  <Text span c="dimmed" fz="inherit">
                    {item.selector}
                  </Text>
                )}
              </Table.Td>
              <Table.Td className="mono">{item.key}</Table.Td>
              <Table.Td>
                {resultOf(item)}
                {item.names.length > 1 && (
                  <Text span c="dimmed" fz="xs">
                    {' '}
                    · named as {item.names.join(', ')}
                  </Text>
                )}
                {(item.connections ?? 0) > 0 && (
                  <Text span c="dimmed" fz="xs">
                    {' '}
                    · {item.connections} connected
                  </Text>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {rows.length > maxShown && (
        <Text fz="xs" c="dimmed" p="xs">
          and {rows.length - maxShown} more, all in the CSV
        </Text>
      )}
    </Table.ScrollContainer>
  )
}
