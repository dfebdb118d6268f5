import { channelLabels, type Channel } from '@/console/edits/member-path'
import { stateOf, type AlertRow } from '@/console/grids/alert-rows'
import { countOf } from '@/console/ui/format/format-count'

/**
 * Says what switching channels of some alert types does: 'Webhook for 3 alert types: on'. The rows
 * are those before the switch.
 */
export function toggledText(rows: readonly AlertRow[], channels: readonly Channel[]): string {
  const [only] = rows.length === 1 ? rows : []
  const what = only?.label ?? countOf(rows.length, 'alert type')
  const state = stateOf(rows, channels) === 'on' ? 'off' : 'on'
  return `${channels.map((one) => channelLabels[one]).join(' and ')} for ${what}: ${state}`
}
