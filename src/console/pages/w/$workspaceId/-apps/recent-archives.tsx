import { Button, Group, Loader, Modal, Table, Text, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { recentArchivesQuery, useRestoreArchive } from '../../../../api/apps'
import { toApiError } from '../../../../api/api-error'
import { ErrorAlert } from '../../../../layout/error-alert'
import { ListTime } from '../../../../ui/list-time'
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
  const { data, error, isPending } = useQuery(recentArchivesQuery(workspaceId, asWorkspace))
  // Not `mutate`, whose callbacks are dropped when the dialog is closed.
  const { mutateAsync: restore } = useRestoreArchive(workspaceId, asWorkspace)

  return (
    <Modal opened onClose={onClose} title="Recent bulk archives" size="lg">
      {isPending && <Loader size="sm" role="status" aria-label="Loading" />}
      {error !== null && <ErrorAlert error={toApiError(error)} />}
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
                aria-current={id === batchId ? 'true' : undefined}
                {...(id === batchId ? { bg: 'var(--sb-selected)' } : {})}
              >
                <Table.Td>
                  <ListTime value={createdAt} />
                </Table.Td>
                <Table.Td>{actor}</Table.Td>
                <Table.Td>{count}</Table.Td>
                <Table.Td>
                  <Group justify="flex-end">
                    {restoredAt === undefined ? (
                      <Button
                        size="compact-xs"
                        variant="default"
                        onClick={() => void undoArchive(id, restore)}
                      >
                        Undo
                      </Button>
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
