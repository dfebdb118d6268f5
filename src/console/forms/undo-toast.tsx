import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'

/** Long enough to read the message and reach the button. */
const shownMilliseconds = 10_000

/** Shows a toast about a completed action, with a button that undoes it. */
export function showUndoToast({
  message,
  onUndo,
}: {
  message: string
  /** Undefined if the action can't be undone. */
  onUndo: (() => void) | undefined
}): void {
  const id = notifications.show({
    autoClose: shownMilliseconds,
    message: (
      <Group justify="space-between" gap="xs">
        <Text span fz="sm">
          {message}
        </Text>
        {onUndo !== undefined && (
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => {
              notifications.hide(id)
              onUndo()
            }}
          >
            Undo
          </Button>
        )}
      </Group>
    ),
  })
}
