import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { randomId } from '@/console/browser/web-crypto'

/** Shows a toast about a completed action, with a button that undoes it. */
export function showUndoToast({
  message,
  onUndo,
  shownMilliseconds = 10_000,
  id = randomId(),
}: {
  message: string
  /** Undefined if the action can't be undone. */
  onUndo: (() => void) | undefined
  /** Long enough to read the message and reach the button. */
  shownMilliseconds?: number
  /** To hide it. */
  id?: string
}): void {
  // The button stays until the toast has faded out: a double click would undo it twice.
  let isUndone = false
  const undo = () => {
    if (isUndone) return
    isUndone = true
    notifications.hide(id)
    onUndo?.()
  }
  notifications.show({
    id,
    autoClose: shownMilliseconds,
    message: (
      <Group justify="space-between" gap="xs">
        <Text span fz="sm">
          {message}
        </Text>
        {onUndo !== undefined && (
          <Button size="compact-sm" variant="default" onClick={undo}>
            Undo
          </Button>
        )}
      </Group>
    ),
  })
}
