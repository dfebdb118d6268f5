import { Alert, Button, Group, Text } from '@mantine/core'

interface ConflictNoticeProps {
  /** What someone else has changed too; empty if there is nothing. */
  text: string
  onCompare: () => void
}

/** Warns in a review that it shows values which someone else has changed since. */
export function ConflictNotice({ text, onCompare }: ConflictNoticeProps) {
  if (text === '') return null
  return (
    <Alert color="danger" p="xs">
      <Group justify="space-between" gap="xs">
        <Text fz="sm">{text} since this review was opened.</Text>
        <Button variant="default" size="compact-sm" onClick={onCompare}>
          Compare
        </Button>
      </Group>
    </Alert>
  )
}
