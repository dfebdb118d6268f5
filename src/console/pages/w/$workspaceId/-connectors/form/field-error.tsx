import { Text } from '@mantine/core'
import type { FieldPath } from 'react-hook-form'
import { useFieldError } from './connector-form'
import type { Draft } from './draft'

/** The error of a field that can't show one itself, such as a code editor. */
export function FieldError({ name }: { name: FieldPath<Draft> }) {
  const message = useFieldError(name)
  if (message === undefined) return null
  return (
    <Text fz="xs" mt={4} c="var(--mantine-color-error)" role="alert">
      {message}
    </Text>
  )
}
