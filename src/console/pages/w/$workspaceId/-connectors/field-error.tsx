import { Text } from '@mantine/core'

/** The error of a field that can't show one itself, such as a code editor. */
export function FieldError({ message }: { message: string | undefined }) {
  if (message === undefined) return null
  return (
    <Text fz="xs" mt={4} c="var(--mantine-color-error)" role="alert">
      {message}
    </Text>
  )
}
