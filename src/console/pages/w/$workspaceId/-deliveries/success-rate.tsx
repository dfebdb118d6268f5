import { Text } from '@mantine/core'
import type { Delivery } from '../../../../../contract/deliveries'
import { countOf } from '../../../../ui/format-count'
import { userLocale } from '../../../../ui/locale'

/** The share of the listed deliveries that succeeded; those still pending don’t count. */
export function SuccessRate({ deliveries }: { deliveries: readonly Delivery[] }) {
  const finished = deliveries.filter(({ status }) => status === 'delivered' || status === 'failed')
  if (finished.length === 0) return null
  const delivered = finished.filter(({ status }) => status === 'delivered').length
  const share = new Intl.NumberFormat(userLocale, { style: 'percent', maximumFractionDigits: 1 })
  return (
    <Text fz="sm" c="dimmed" mb="xs" className="figures">
      {share.format(delivered / finished.length)} of the last{' '}
      {countOf(finished.length, 'finished delivery', 'finished deliveries')} succeeded.
    </Text>
  )
}
