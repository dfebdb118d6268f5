import { Button, getDefaultZIndex, Group, Modal, Text } from '@mantine/core'
import { useRouter, type HistoryLocation } from '@tanstack/react-router'
import { memo, useEffect, useState } from 'react'
import { forgetDraft } from '@/console/session/kept-drafts'
import { isReloading } from '@/console/ui/loading/load-failure'

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
  pending: boolean
  /** The storage key of the changes, which are deleted when the page is left. */
  draftKey: string
  /** Whether a navigation leaves the changes. The default is to another page. */
  isLeaving?: (from: Place, to: Place) => boolean
}

/** A page with its search. */
export type Place = Pick<HistoryLocation, 'pathname' | 'search'>

/** Whether a navigation leads to another page, and not just to another search. */
export const isOtherPage = (from: Place, to: Place) => from.pathname !== to.pathname

/**
 * Asks before leaving a page with unsaved changes. Changing its filters doesn't leave it. The
 * navigation is refused at once and repeated if the user leaves: after Back, the address would be
 * that of the other page until they answer.
 */
export const UnsavedGuard = memo(function UnsavedGuard({
  dirty,
  pending,
  draftKey,
  isLeaving = isOtherPage,
}: UnsavedGuardProps) {
  const { history } = useRouter()
  const [refused, setRefused] = useState<{ repeat: () => void }>()
  useEffect(() => {
    if (!dirty) return
    const { location: place } = history
    return history.block({
      blockerFn({ action, currentLocation, nextLocation }) {
        // Once the user has agreed to leave, they may choose another page while the next one loads.
        if (isLeaving(place, currentLocation) || !isLeaving(currentLocation, nextLocation))
          return false
        const { href, state } = nextLocation
        const { __TSR_index: from } = currentLocation.state
        const { __TSR_index: to } = state
        const options = { ignoreBlocker: true }
        setRefused({
          repeat() {
            setRefused(undefined)
            if (action === 'PUSH') history.push(href, state, options)
            else if (action === 'REPLACE') history.replace(href, state, options)
            else history.go(to - from, options)
          },
        })
        return true
      },
      enableBeforeUnload: () => !isReloading(),
    })
  }, [history, dirty, isLeaving])
  useEffect(() => {
    if (!dirty) refused?.repeat()
  }, [dirty, refused])
  function leave() {
    forgetDraft(draftKey)
    refused?.repeat()
  }
  return (
    <LeaveModal
      opened={refused !== undefined}
      pending={pending}
      onStay={() => setRefused(undefined)}
      onLeave={leave}
    />
  )
})
