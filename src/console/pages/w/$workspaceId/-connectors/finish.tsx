import { Button, Group, Text } from '@mantine/core'
import { countOf } from '../../../../ui/format-count'
import { useFormIssues } from './connector-form'

interface FinishProps {
  startOver: string
  onStartOver: () => void
  review: string
  onReview: () => void
}

/** The end of the form: its problems and buttons. */
export function Finish({ startOver, onStartOver, review, onReview }: FinishProps) {
  const issueCount = useFormIssues().length
  return (
    <Group justify="flex-end">
      {issueCount > 0 && (
        <Text fz="sm" c="var(--sb-danger-text)" role="alert">
          {countOf(issueCount, 'problem')} to fix
        </Text>
      )}
      <Button variant="default" onClick={onStartOver}>
        {startOver}
      </Button>
      <Button onClick={onReview}>{review}</Button>
    </Group>
  )
}
