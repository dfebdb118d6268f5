import { Text } from '@mantine/core'
import { formatDateTime } from '@/console/ui/format/format-date'

/** Says how long secrets from before the last rotation are still used. */
export function PreviousSecrets({
  until,
  use: { one, many },
}: {
  /** When each ends, oldest first. */
  until: readonly string[]
  /** What one or many of them do. */
  use: { one: string; many: string }
}) {
  const last = formatDateTime(until.at(-1) ?? '')
  return (
    <Text fz="xs" c="dimmed">
      {until.length === 1
        ? `1 earlier secret ${one} until ${last}.`
        : `${until.length} earlier secrets ${many}, the last until ${last}.`}
    </Text>
  )
}
