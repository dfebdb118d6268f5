import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { showError } from '../../../../layout/show-error'
import { countOf } from '../../../../ui/format-count'

const shownMilliseconds = 20_000

type RestoreArchive = (batchId: string) => Promise<{ count: number }>

export function showRestoredToast(count: number): void {
  notifications.show({ message: `${countOf(count, 'app')} restored` })
}

/** Undoes a bulk archive and reports the outcome, wherever the user is by then. */
export async function undoArchive(batchId: string, restore: RestoreArchive): Promise<void> {
  try {
    const { count } = await restore(batchId)
    showRestoredToast(count)
  } catch (error) {
    showError(error)
  }
}

/** Shows a toast that apps were archived, with an undo. */
export function showArchivedToast(batchId: string, count: number, restore: RestoreArchive): void {
  const id = `archived-${batchId}`
  function undo() {
    notifications.hide(id)
    void undoArchive(batchId, restore)
  }
  notifications.show({
    id,
    autoClose: shownMilliseconds,
    message: (
      <Group justify="space-between" wrap="nowrap">
        <Text fz="sm">{countOf(count, 'app')} archived</Text>
        <Button size="compact-sm" variant="default" onClick={undo}>
          Undo
        </Button>
      </Group>
    ),
  })
}
