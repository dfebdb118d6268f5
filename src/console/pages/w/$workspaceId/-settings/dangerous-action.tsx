import { Box, Button, Group, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { ConfirmModal } from './confirm-modal'

interface DangerousActionProps {
  label: string
  description: string
  /** What it means for the person who does it. */
  consequence: string
  /** What the dialog says, unless that is description and consequence. */
  details?: ReactNode
  /** What the page says below them. */
  note?: ReactNode
  action: string
  /** What must be typed. */
  confirmation: string
  mutation: {
    mutateAsync: (reason: string | undefined) => Promise<unknown>
    isPending: boolean
    error: Error | null
    reset: () => void
  }
  onOpen?: () => void
  onDone?: () => void
  children?: ReactNode
}

/** An action of the danger zone: what it does, its button, and a dialog that asks first. */
export function DangerousAction({
  label,
  description,
  consequence,
  details = `${description} ${consequence}`,
  note,
  action,
  confirmation,
  mutation,
  onOpen,
  onDone,
  children,
}: DangerousActionProps) {
  const [opened, { open, close }] = useDisclosure(false, { onOpen: () => onOpen?.() })

  function leave() {
    close()
    mutation.reset()
  }

  async function confirm(reason: string | undefined) {
    const worked = await mutation.mutateAsync(reason).then(
      () => true,
      () => false,
    )
    if (!worked) return
    close()
    onDone?.()
  }

  return (
    <Group justify="space-between" gap="md">
      <Box flex={1} miw={240}>
        <Text fz="sm" fw={550}>
          {label}
        </Text>
        <Text fz="xs" c="dimmed">
          {description} {consequence}
        </Text>
        {note}
      </Box>
      <Button variant="outline" color="danger" onClick={open}>
        {action}
      </Button>
      {opened && (
        <ConfirmModal
          title={label}
          action={action}
          confirmation={confirmation}
          pending={mutation.isPending}
          error={mutation.error}
          onConfirm={(reason) => void confirm(reason)}
          onClose={leave}
        >
          {details}
        </ConfirmModal>
      )}
      {children}
    </Group>
  )
}
