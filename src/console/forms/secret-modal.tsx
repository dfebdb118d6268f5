import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { CopyButton } from '../ui/copy-button'

interface SecretModalProps {
  title: string
  secret: string
  /** What the secret is for, and how long it can be seen. */
  children: ReactNode
  onCopied: () => void
}

/** Shows a new secret. It stays, whatever is clicked or pressed, until the person says that it is copied. */
export function SecretModal({ title, secret, children, onCopied }: SecretModalProps) {
  useBlocker({ shouldBlockFn: () => true, enableBeforeUnload: true })
  return (
    <Modal
      opened
      onClose={() => {}}
      title={title}
      size="lg"
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <Stack gap="sm">
        <Text component="div" fz="sm">
          {children}
        </Text>
        <Group gap="xs" wrap="nowrap" justify="space-between">
          <code style={{ overflowWrap: 'anywhere' }}>{secret}</code>
          <CopyButton value={secret} label="Copy secret" />
        </Group>
        <Group justify="flex-end">
          <Button onClick={onCopied}>I copied it</Button>
        </Group>
      </Stack>
    </Modal>
  )
}
