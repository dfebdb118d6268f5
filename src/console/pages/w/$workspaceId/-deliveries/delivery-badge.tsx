import { Badge } from '@mantine/core'
import type { DeliveryStatus } from '@/contract/deliveries'

/** What needs no attention looks quiet, so that failures stand out in a list. */
const looks = {
  pending: { color: 'gray', variant: 'dot' },
  delivered: { color: 'teal', variant: 'dot' },
  failed: { color: 'danger.7', variant: 'filled' },
  stopped: { color: 'caution.7', variant: 'filled' },
} as const satisfies Record<DeliveryStatus, object>

/** Shows the status of a delivery. */
export function DeliveryBadge({ status }: { status: DeliveryStatus }) {
  return (
    <Badge size="sm" {...looks[status]}>
      {status}
    </Badge>
  )
}
