import { Button, getDefaultZIndex, Group, Modal, Text } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { memo } from 'react'
import { isReloading } from '../ui/new-version'
import { forgetDraft } from '../session/kept-drafts'

interface LeaveModalProps {
  opened: boolean
  onStay: () => void
  onLeave: () => void
}

/** Asks whether what is not saved may be lost. */
export function LeaveModal({ opened, onStay, onLeave }: LeaveModalProps) {
  return (
    <Modal
      opened={opened}
      onClose={onStay}
      title="Leave without saving?"
      // Above the dialog that is open when the browser’s Back is pressed.
      zIndex={getDefaultZIndex('popover')}
    >
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

interface UnsavedGuardProps {
  dirty: boolean
  /** Where the changes are kept for a reload; they are forgotten when the page is left. */
  draftKey?: string
}

/** Asks before a page with unsaved changes is left. A change of filters on the same page is no leaving. */
export const UnsavedGuard = memo(function UnsavedGuard({ dirty, draftKey }: UnsavedGuardProps) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => dirty && current.pathname !== next.pathname,
    enableBeforeUnload: () => dirty && !isReloading(),
    withResolver: true,
  })
  function leave() {
    if (draftKey !== undefined) forgetDraft(draftKey)
    proceed?.()
  }
  return <LeaveModal opened={status === 'blocked'} onStay={() => reset?.()} onLeave={leave} />
})
