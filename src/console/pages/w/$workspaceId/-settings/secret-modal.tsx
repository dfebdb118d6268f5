import { Box, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { CopyButton } from '@/console/ui/copy-button'

interface SecretModalProps {
  title: string
  secret: string
  /** Explains the purpose of the secret, and that it is shown only once. */
  children: ReactNode
  onCopied: () => void
}

/** Shows a new secret until the user confirms that they have copied it. */
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
        <Group gap="xs" justify="space-between">
          <code style={{ overflowWrap: 'anywhere', flex: '1 1 14rem' }}>{secret}</code>
          <Box style={{ flexShrink: 0 }}>
            <CopyButton value={secret} label="Copy" />
          </Box>
        </Group>
        <Group justify="flex-end">
          <Button onClick={onCopied}>I copied it</Button>
        </Group>
      </Stack>
    </Modal>
  )
}
