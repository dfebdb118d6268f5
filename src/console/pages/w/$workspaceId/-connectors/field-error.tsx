import { Text } from '@mantine/core'

/** The error of a field that can't show one itself, such as a code editor. */
export function FieldError({ error }: { error: { message?: string | undefined } | undefined }) {
  if (error === undefined) return null
  return (
    <Text fz="xs" c="var(--mantine-color-error)" role="alert">
      {error.message}
    </Text>
  )
}
