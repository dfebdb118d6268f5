import { z } from 'zod'
import { alertDeliverySettingsUpdateSchema } from '../../../../../contract/alerts'
import { toIssues } from '../../../../../contract/issues'
import { isDelivered } from '../../../../forms/alert-delivery'
import { isSwitchable, type AlertRow } from '../../../../forms/alert-rows'
import { draftsFrom, type Drafts } from '../../../../forms/drafts'
import type { ImportLine } from '../../../../forms/import-dialog'
import { channelLabels, channelPath, channels } from '../../../../forms/member-path'
import { countOf } from '../../../../ui/format-count'
import { parseJson } from '../../../../ui/parse-json'

/** Writes the switches as JSON that can be imported again. */
export function asJson(rows: readonly AlertRow[]): string {
  const known = rows.filter(isSwitchable)
  return JSON.stringify(
    {
      alertTypes: Object.fromEntries(
        known.map(({ name, on }) => [
          name,
          { internal: true, webhook: { enabled: on.webhook }, email: { enabled: on.email } },
        ]),
      ),
    },
    null,
    2,
  )
}

/**
 * Reads an export, or the `alertDeliverySettings` of a record.
 * @returns the switches, or why the text can't be read
 */
export function readImport(text: string): Drafts<boolean> | string {
  const json = parseJson(text)
  if (json === undefined) return 'Not JSON'
  const wrapped = z.object({ alertDeliverySettings: z.unknown() }).safeParse(json)
  const read = alertDeliverySettingsUpdateSchema.safeParse(
    wrapped.data?.alertDeliverySettings ?? json,
  )
  if (!read.success) {
    const [first, ...others] = toIssues(read.error, [])
    const more = others.length === 0 ? '' : `, and ${countOf(others.length, 'more problem')}`
    const path = first?.path.join('.') || 'The text'
    return `${path}: ${first?.message}${more}`
  }
  return draftsFrom(
    Object.entries(read.data.alertTypes).flatMap(([name, delivery]) =>
      channels.map((channel) => [channelPath(name, channel), isDelivered(delivery, channel)]),
    ),
  )
}

/** Lists the changes that imported switches make to the rows. */
export function previewOf(rows: readonly AlertRow[], drafts: Drafts<boolean>): ImportLine[] {
  const word = (isOn: boolean) => (isOn ? 'on' : 'off')
  return rows
    .flatMap((row) => channels.map((channel) => ({ row, channel })))
    .map(({ row, channel }, index) => {
      const to = drafts[channelPath(row.name, channel)]
      return {
        line: index + 1,
        name: `${row.name}, ${channelLabels[channel].toLowerCase()}`,
        outcome:
          to === undefined || to === row.on[channel]
            ? { kind: 'same' }
            : { kind: 'change', from: word(row.on[channel]), to: word(to) },
      }
    })
}
