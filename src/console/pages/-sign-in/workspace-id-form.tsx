import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'

interface WorkspaceIdFormProps {
  onWorkspaceId: (id: string) => void
  onBack: () => void
}

/** Asks which workspace a token is for, where the engine can't list workspaces. */
export function WorkspaceIdForm({ onWorkspaceId, onBack }: WorkspaceIdFormProps) {
  const [id, setId] = useState('')
  return (
    <Stack
      component="form"
      gap="md"
      onSubmit={(event) => {
        event.preventDefault()
        onWorkspaceId(id.trim())
      }}
    >
      <TextInput
        label="Workspace ID"
        description="This engine can’t list workspaces. Enter the workspace’s ID."
        value={id}
        onChange={(event) => setId(event.currentTarget.value)}
        classNames={{ input: 'mono' }}
        required
        autoFocus
      />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onBack}>
          Back
        </Button>
        <Button type="submit" disabled={id.trim() === ''}>
          Open workspace
        </Button>
      </Group>
    </Stack>
  )
}
