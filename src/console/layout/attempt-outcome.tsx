import { Text } from '@mantine/core'
import type { DeliveryAttempt } from '../../contract/deliveries'

/** Shows how an attempt to deliver a webhook ended, and how long it took. */
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
