import { Text } from '@mantine/core'
import type { Delivery } from '../../../../../contract/deliveries'
import { userLocale } from '../../../../ui/locale'
import { plural } from '../../../../ui/plural'

/** The share of the listed deliveries that succeeded; those still pending don’t count. */
export function SuccessRate({ deliveries }: { deliveries: readonly Delivery[] }) {
  const finished = deliveries.filter(({ status }) => status === 'delivered' || status === 'failed')
  if (finished.length === 0) return null
  const delivered = finished.filter(({ status }) => status === 'delivered').length
  const share = new Intl.NumberFormat(userLocale, { style: 'percent', maximumFractionDigits: 1 })
  return (
    <Text fz="sm" c="dimmed" mb="xs" className="figures">
      {share.format(delivered / finished.length)} of the last {finished.length} finished{' '}
      {plural(finished.length, 'delivery', 'deliveries')} succeeded.
    </Text>
  )
}
