import { Button, Group, Text } from '@mantine/core'
import { countOf } from '@/console/ui/format/format-count'
import { useFormIssues } from './connector-form'

interface FinishProps {
  onStartOver: () => void
  onReview: () => void
}

/** The end of the form: its problems and buttons. */
export function Finish({ onStartOver, onReview }: FinishProps) {
  const issueCount = useFormIssues().length
  return (
    <Group justify="flex-end">
      {issueCount > 0 && (
        <Text fz="sm" c="var(--sb-danger-text)" role="alert">
          {countOf(issueCount, 'problem')} to fix
        </Text>
      )}
      <Button variant="default" onClick={onStartOver}>
        Start over
      </Button>
      <Button onClick={onReview}>Review and create</Button>
    </Group>
  )
}
