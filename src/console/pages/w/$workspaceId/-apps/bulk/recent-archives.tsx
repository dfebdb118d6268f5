import { Alert, Button, Group, Loader, Modal, Table, Text, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { recentArchivesQuery, useRestoreArchive } from '@/console/api/apps'
import { ErrorAlert } from '@/console/layout/error-alert'
import { formatCount } from '@/console/ui/format/format-count'
import { ListTime } from '@/console/ui/list-time'
import { undoArchive } from './archive-toasts'

/** Lists the latest bulk archives, each with an undo. */
export function RecentArchives({
  workspaceId,
  asWorkspace,
  batchId,
  onClose,
}: {
  workspaceId: string
  asWorkspace: boolean
  /** The batch that a link points to. */
  batchId: string | undefined
  onClose: () => void
}) {
  const { data, error, isPending, refetch } = useQuery(
    recentArchivesQuery(workspaceId, asWorkspace),
  )
  const isOlder = batchId !== undefined && data?.every(({ id }) => id !== batchId)
  const undo = (id: string) => (
    <UndoButton workspaceId={workspaceId} asWorkspace={asWorkspace} id={id} />
  )

  return (
    <Modal opened onClose={onClose} title="Recent bulk archives" size="lg">
      {isPending && <Loader size="sm" role="status" aria-label="Loading" />}
      <ErrorAlert error={error} onRetry={refetch} />
      {isOlder === true && (
        <Alert color="caution" p="xs" mb="sm">
          <Group justify="space-between" gap="xs">
            <Text fz="sm">This link’s archive is not among the latest.</Text>
            {undo(batchId)}
          </Group>
        </Alert>
      )}
      {data?.length === 0 && (
        <Text fz="sm" c="dimmed">
          No bulk archives yet. Archive a list or a selection, and you can undo it here.
        </Text>
      )}
      {data !== undefined && data.length > 0 && (
        <Table fz="sm">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>When</Table.Th>
              <Table.Th>Who</Table.Th>
              <Table.Th>Apps</Table.Th>
              <Table.Th>
                <VisuallyHidden>Actions</VisuallyHidden>
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.map(({ id, count, actor, createdAt, restoredAt }) => (
              <Table.Tr
                key={id}
                {...(id === batchId
                  ? { 'aria-current': 'true', bg: 'var(--sb-selected)', ref: scrollToRow }
                  : {})}
              >
                <Table.Td>
                  <ListTime value={createdAt} />
                </Table.Td>
                <Table.Td>{actor}</Table.Td>
                <Table.Td>{formatCount(count)}</Table.Td>
                <Table.Td>
                  <Group justify="flex-end">
                    {restoredAt === undefined ? (
                      undo(id)
                    ) : (
                      <Text fz="xs" c="dimmed">
                        restored <ListTime value={restoredAt} />
                      </Text>
                    )}
                  </Group>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Modal>
  )
}

const scrollToRow = (row: HTMLElement | null) => row?.scrollIntoView({ block: 'nearest' })

interface UndoButtonProps {
  workspaceId: string
  asWorkspace: boolean
  /** The bulk archive to undo. */
  id: string
}

function UndoButton({ workspaceId, asWorkspace, id }: UndoButtonProps) {
  const restore = useRestoreArchive(workspaceId, asWorkspace)
  return (
    <Button
      size="compact-xs"
      variant="default"
      loading={restore.isPending}
      // Not `mutate`, whose callbacks are dropped when the dialog is closed.
      onClick={() => void undoArchive(id, restore.mutateAsync)}
    >
      Undo
    </Button>
  )
}
