import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { selectorsIn } from './outcomes'

/** Takes a list of keys, ids or uuids as it comes from a ticket. */
export function PasteModal({
  onSelectors,
  onClose,
}: {
  onSelectors: (selectors: string[]) => void
  onClose: () => void
}) {
  const [text, setText] = useState('')
  const selectors = selectorsIn(text)
  return (
    <Modal opened onClose={onClose} title="Archive a list" size="lg">
      <Stack gap="sm">
        <Textarea
          label="Keys, ids or uuids"
          description="Separated by anything; doubles and blanks do not matter."
          classNames={{ input: 'mono' }}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          autosize
          minRows={6}
          maxRows={16}
          data-autofocus
        />
        <Group justify="space-between">
          <Text fz="sm" c="dimmed" aria-live="polite">
            {selectors.length} in the list
          </Text>
          <Group gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button disabled={selectors.length === 0} onClick={() => onSelectors(selectors)}>
              See what it would do
            </Button>
          </Group>
        </Group>
      </Stack>
    </Modal>
  )
}
