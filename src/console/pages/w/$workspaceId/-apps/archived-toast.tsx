import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { plural } from '../../../../ui/plural'
import { showError } from '../../../../layout/show-error'

const shownMilliseconds = 20_000

export function countApps(count: number): string {
  return `${count} ${plural(count, 'app')}`
}

/** Shows a toast that apps were archived, with an undo. */
export function showArchivedToast(
  batchId: string,
  count: number,
  restore: (batchId: string) => Promise<{ count: number }>,
): void {
  const id = `archived-${batchId}`
  async function undo() {
    notifications.hide(id)
    try {
      const restored = await restore(batchId)
      notifications.show({ message: `${countApps(restored.count)} restored` })
    } catch (error) {
      showError(error)
    }
  }
  notifications.show({
    id,
    autoClose: shownMilliseconds,
    message: (
      <Group justify="space-between" wrap="nowrap">
        <Text fz="sm">{countApps(count)} archived</Text>
        <Button size="compact-sm" variant="default" onClick={() => void undo()}>
          Undo
        </Button>
      </Group>
    ),
  })
}
