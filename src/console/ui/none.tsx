import { Text } from '@mantine/core'

/** Stands for a value that is not set. */
export function None() {
  return (
    <Text span c="dimmed" fz="inherit">
      none
    </Text>
  )
}
