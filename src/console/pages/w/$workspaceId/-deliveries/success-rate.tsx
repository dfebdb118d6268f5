import { Text } from '@mantine/core'
import { countOf, formatPercent } from '@/console/ui/format/format-count'
import type { Delivery } from '@/contract/deliveries'

/** The share of deliveries of any status that succeeded; those still pending don’t count. */
export function SuccessRate({ deliveries }: { deliveries: readonly Delivery[] }) {
  const finished = deliveries.filter(({ status }) => status === 'delivered' || status === 'failed')
  if (finished.length === 0) return null
  const delivered = finished.filter(({ status }) => status === 'delivered').length
  return (
    <Text fz="sm" c="dimmed" mb="xs" className="figures">
      {formatPercent(delivered / finished.length, 1)} of the last{' '}
      {countOf(finished.length, 'finished delivery', 'finished deliveries')} succeeded.
    </Text>
  )
}
