import { Text } from '@mantine/core'
import type { DeliveryAttempt } from '@/contract/deliveries'

/** The result and duration of a webhook delivery attempt. */
export function AttemptOutcome({
  attempt: { statusCode, error, milliseconds },
}: {
  attempt: DeliveryAttempt
}) {
  return (
    <Text span fz="sm" fw={550} c={error === undefined ? 'inherit' : 'var(--sb-danger-text)'}>
      {error ?? `Accepted with status ${statusCode}`}{' '}
      <Text span fz="xs" c="dimmed" fw={400}>
        in {milliseconds} ms
      </Text>
    </Text>
  )
}
