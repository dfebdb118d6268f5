import { Button, FileButton, Group, Modal, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { readImport, type Drafts } from '../../../../forms/alert-rows'

interface ImportModalProps {
  title: string
  initial: string
  onDrafts: (drafts: Drafts) => void
  onClose: () => void
}

/** Brings the switches of all thirty types in from JSON; the review before saving shows what that changes. */
export function ImportModal({ title, initial, onDrafts, onClose }: ImportModalProps) {
  const [text, setText] = useState(initial)
  const read = text.trim() === '' ? 'Nothing to read yet' : readImport(text)
  return (
    <Modal opened onClose={onClose} title={title} size="lg">
      <Stack gap="sm">
        <Textarea
          label="Delivery settings"
          description="JSON with alertTypes, all thirty of them, as this page exports it and the API answers it."
          classNames={{ input: 'mono' }}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          autosize
          minRows={6}
          maxRows={16}
          data-autofocus
        />
        <FileButton
          accept=".json,application/json"
          onChange={(file) => void file?.text().then(setText)}
        >
          {(props) => (
            <Button
              {...props}
              variant="default"
              size="compact-sm"
              style={{ alignSelf: 'flex-start' }}
            >
              Choose a file
            </Button>
          )}
        </FileButton>
        {typeof read === 'string' && (
          <Text fz="sm" c="dimmed">
            {read}
          </Text>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            disabled={typeof read === 'string'}
            onClick={() => {
              if (typeof read !== 'string') onDrafts(read)
              onClose()
            }}
          >
            Put into the matrix
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
