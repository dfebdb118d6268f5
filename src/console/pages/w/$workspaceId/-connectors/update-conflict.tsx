import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { LineDiffView } from '../../../../ui/line-diff-view'
import { comparableText } from './comparable-text'
import type { UpdateConflict } from './use-update'

interface UpdateConflictModalProps {
  name: string
  conflict: UpdateConflict
  /** Continues with these members on the connector that the other user has saved. */
  onResolve: (members: Record<string, unknown>) => void
  onClose: () => void
}

/** Lets the user choose between their version and someone else's of what both changed. */
export default function UpdateConflictModal({
  name,
  conflict: { conflicts, withMine, withTheirs },
  onResolve,
  onClose,
}: UpdateConflictModalProps) {
  const textOf = (members: Record<string, unknown>) =>
    comparableText(Object.fromEntries(conflicts.map((member) => [member, members[member]])))
  return (
    <Modal opened onClose={onClose} title={`${name} was changed by someone else`} size="xl">
      <Stack gap="sm">
        <Text fz="sm">
          They changed what you changed too: {conflicts.join(', ')}. Choose which version of it to
          keep; all other changes of both of you are kept.
        </Text>
        <LineDiffView
          label="What both changed"
          before={textOf(withTheirs)}
          after={textOf(withMine)}
          beforeLabel="Theirs"
          afterLabel="Yours"
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Back to editing
          </Button>
          <Button variant="default" onClick={() => onResolve(withTheirs)}>
            Keep theirs
          </Button>
          <Button onClick={() => onResolve(withMine)}>Keep mine</Button>
        </Group>
      </Stack>
    </Modal>
  )
}
