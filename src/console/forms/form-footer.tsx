import { Button, Group } from '@mantine/core'

interface FormFooterProps {
  /** The button that sends the form. */
  submit: string
  /** Whether the request is running. */
  isPending: boolean
  canSubmit?: boolean
  /** The button that doesn't send it. */
  other: { label: string; disabled?: boolean; onClick: () => void }
}

/** The buttons at the end of a form in a dialog or drawer. */
export function FormFooter({ submit, isPending, canSubmit = true, other }: FormFooterProps) {
  return (
    <Group justify="flex-end">
      <Button variant="default" onClick={other.onClick} disabled={other.disabled === true}>
        {other.label}
      </Button>
      <Button type="submit" loading={isPending} disabled={!canSubmit}>
        {submit}
      </Button>
    </Group>
  )
}
