import { Button, Group, Modal, Text } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { memo } from 'react'

/** Asks before a page with unsaved changes is left. A change of filters on the same page is no leaving. */
export const UnsavedGuard = memo(function UnsavedGuard({ dirty }: { dirty: boolean }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => dirty && current.pathname !== next.pathname,
    enableBeforeUnload: dirty,
    withResolver: true,
  })
  return (
    <Modal opened={status === 'blocked'} onClose={() => reset?.()} title="Leave without saving?">
      <Text fz="sm">Your changes on this page are not saved yet.</Text>
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={() => reset?.()} data-autofocus>Stay</Button>
        <Button color="danger" onClick={() => proceed?.()}>Leave and discard them</Button>
      </Group>
    </Modal>
  )
})
