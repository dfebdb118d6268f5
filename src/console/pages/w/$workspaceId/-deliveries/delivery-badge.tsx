import { Badge } from '@mantine/core'
import type { DeliveryStatus } from '../../../../../contract/deliveries'

const colors: Record<DeliveryStatus, string> = {
  pending: 'gray.7',
  delivered: 'teal.9',
  failed: 'danger.7',
  stopped: 'caution.7',
}

export function DeliveryBadge({ status }: { status: DeliveryStatus }) {
  return (
    <Badge size="sm" variant="filled" color={colors[status]}>
      {status}
    </Badge>
  )
}
