import { Button, getDefaultZIndex, Group, Modal, Text } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { memo, useEffect } from 'react'
import { isReloading } from '../ui/new-version'
import { forgetDraft } from '../session/kept-drafts'

interface LeaveModalProps {
  opened: boolean
  /** Whether a save of the changes is running. */
  pending?: boolean
  onStay: () => void
  onLeave: () => void
}

/** Asks whether unsaved changes may be discarded. */
export function LeaveModal({ opened, pending = false, onStay, onLeave }: LeaveModalProps) {
  return (
    <Modal
      opened={opened}
      onClose={onStay}
      title={pending ? 'A save is running' : 'Leave without saving?'}
      // Above the dialog that is open when the browser’s Back is pressed.
      zIndex={getDefaultZIndex('popover')}
    >
      <Text fz="sm">
        {pending
          ? 'You leave this page once the save has finished. If it fails, your changes stay here.'
          : 'Your changes on this page are not saved yet.'}
      </Text>
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={onStay} data-autofocus>
          Stay
        </Button>
        <Button color="danger" onClick={onLeave}>
          {pending ? 'Leave now' : 'Leave and discard them'}
        </Button>
      </Group>
    </Modal>
  )
}

interface UnsavedGuardProps {
  dirty: boolean
  /** Whether a save is running; the navigation continues once nothing is unsaved. */
  pending?: boolean
  /** The storage key of the changes, which are deleted when the page is left. */
  draftKey?: string
}

/** Asks before leaving a page with unsaved changes. Changing its filters doesn't leave it. */
export const UnsavedGuard = memo(function UnsavedGuard({
  dirty,
  pending = false,
  draftKey,
}: UnsavedGuardProps) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => dirty && current.pathname !== next.pathname,
    enableBeforeUnload: () => dirty && !isReloading(),
    withResolver: true,
  })
  const isBlocked = status === 'blocked'
  useEffect(() => {
    if (isBlocked && !dirty) proceed?.()
  }, [isBlocked, dirty, proceed])
  function leave() {
    if (draftKey !== undefined) forgetDraft(draftKey)
    proceed?.()
  }
  return (
    <LeaveModal opened={isBlocked} pending={pending} onStay={() => reset?.()} onLeave={leave} />
  )
})
