import { Button, Group, Modal, Text } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { memo } from 'react'

interface LeaveModalProps {
  opened: boolean
  onStay: () => void
  onLeave: () => void
}

/** Asks whether what is not saved may be lost. */
export function LeaveModal({ opened, onStay, onLeave }: LeaveModalProps) {
  return (
    <Modal opened={opened} onClose={onStay} title="Leave without saving?">
      <Text fz="sm">Your changes on this page are not saved yet.</Text>
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={onStay} data-autofocus>
          Stay
        </Button>
        <Button color="danger" onClick={onLeave}>
          Leave and discard them
        </Button>
      </Group>
    </Modal>
  )
}

/** Asks before a page with unsaved changes is left. A change of filters on the same page is no leaving. */
export const UnsavedGuard = memo(function UnsavedGuard({ dirty }: { dirty: boolean }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => dirty && current.pathname !== next.pathname,
    enableBeforeUnload: dirty,
    withResolver: true,
  })
  return (
    <LeaveModal
      opened={status === 'blocked'}
      onStay={() => reset?.()}
      onLeave={() => proceed?.()}
    />
  )
})
