import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { ReasonField, useChangeReason } from '@/console/forms/change-reason'
import { ErrorAlert } from '@/console/layout/error-alert'
import { keepOpenWhile } from '@/console/ui/keep-open-while'

interface ConfirmModalProps {
  title: string
  /** Explains what will happen. */
  children: ReactNode
  /** The label of the button. */
  action: string
  /** A text that the user must type first; without it, the button is enough. */
  confirmation?: string | undefined
  /** Whether the request is running; until its result, the user can't leave dialog and page. */
  pending: boolean
  error: Error | null
  /** @param reason why it is done, if the user says so; the history keeps it */
  onConfirm: (reason: string | undefined) => void
  onClose: () => void
}

/** Returns a text as it is shown: the page does not show which spaces there are. */
function asShown(text: string): string {
  return text.normalize('NFC').replaceAll(/\s+/g, ' ').trim()
}

/** Asks for confirmation of an irreversible action. */
export function ConfirmModal({
  title,
  children,
  action,
  confirmation,
  pending,
  error,
  onConfirm,
  onClose,
}: ConfirmModalProps) {
  const [typed, setTyped] = useState('')
  useBlocker({ shouldBlockFn: () => pending, enableBeforeUnload: pending })
  const reason = useChangeReason()
  const isConfirmed = confirmation === undefined || asShown(typed) === asShown(confirmation)
  return (
    <Modal opened {...keepOpenWhile(pending, onClose)} title={title}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (isConfirmed && reason.error === undefined && !pending) onConfirm(reason.given)
        }}
      >
        <Stack gap="sm">
          <Text component="div" fz="sm">
            {children}
          </Text>
          {confirmation !== undefined && (
            <TextInput
              label={
                <>
                  Type <b>{confirmation}</b> to confirm
                </>
              }
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
              data-autofocus
              autoComplete="off"
            />
          )}
          <ReasonField reason={reason} disabled={pending} />
          <ErrorAlert error={error} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose} disabled={pending}>
              Cancel
            </Button>
            <Button
              type="submit"
              color="danger"
              disabled={!isConfirmed || reason.error !== undefined}
              loading={pending}
            >
              {action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
