import { z } from 'zod'
import { parseJson } from '@/console/browser/parse-json'
import { isDelivered } from '@/console/edits/alert-delivery'
import {
  alertSettingPath,
  channelLabels,
  channelPath,
  channels,
  labelOf,
} from '@/console/edits/member-path'
import { isSwitchable, type AlertDraft, type AlertRow } from '@/console/grids/alert-rows'
import { draftEntries, draftsFrom, type Drafts } from '@/console/grids/drafts'
import type { ImportLine } from '@/console/grids/import-dialog'
import { countOf } from '@/console/ui/format/format-count'
import {
  alertDeliverySettingsUpdateSchema,
  alertSettingsUpdateSchema,
  type AlertSettings,
  type AlertSettingsUpdate,
} from '@/contract/alerts'
import { freeObject } from '@/contract/field'
import { toIssues } from '@/contract/issues'

const settingNames = ['nearPercent', 'emailRecipients'] as const

/** Returns the threshold and the recipients for an export; neither if one of them is invalid. */
export function settingsOf(valueOf: (name: keyof AlertSettings) => unknown): AlertSettingsUpdate {
  const values = Object.fromEntries(settingNames.map((name) => [name, valueOf(name)]))
  return alertSettingsUpdateSchema.catch({}).parse(values)
}

/**
 * Writes the switches as JSON that can be imported again.
 * @param settings undefined if the engine has none
 */
export function asJson(
  rows: readonly AlertRow[],
  settings: AlertSettingsUpdate | undefined,
): string {
  const known = rows.filter(isSwitchable)
  return JSON.stringify(
    {
      alertTypes: Object.fromEntries(
        known.map(({ name, on }) => [
          name,
          { internal: true, webhook: { enabled: on.webhook }, email: { enabled: on.email } },
        ]),
      ),
      alertSettings: settings,
    },
    null,
    2,
  )
}

const importSchema = alertDeliverySettingsUpdateSchema.extend({
  alertSettings: alertSettingsUpdateSchema.optional(),
})
const recordSchema = z.object({
  alertDeliverySettings: freeObject,
  alertSettings: z.unknown().optional(),
})

/**
 * Reads an export, or the `alertDeliverySettings` and `alertSettings` of a record.
 * @returns the switches and settings, or why the text can't be read
 */
export function readImport(text: string): Drafts<AlertDraft> | string {
  const json = parseJson(text)
  if (json === undefined) return 'Not JSON'
  const record = recordSchema.safeParse(json).data
  const read = importSchema.safeParse(
    record === undefined
      ? json
      : { ...record.alertDeliverySettings, alertSettings: record.alertSettings },
  )
  if (!read.success) {
    const [first, ...others] = toIssues(read.error, [])
    const more = others.length === 0 ? '' : `, and ${countOf(others.length, 'more problem')}`
    const path = first?.path.join('.') || 'The text'
    return `${path}: ${first?.message}${more}`
  }
  const { alertTypes, alertSettings = {} } = read.data
  return {
    ...draftsFrom<AlertDraft>(
      Object.entries(alertTypes).flatMap(([name, delivery]) =>
        channels.map((channel) => [channelPath(name, channel), isDelivered(delivery, channel)]),
      ),
    ),
    ...draftsFrom<AlertDraft>(
      settingNames.flatMap((name) => {
        const value = alertSettings[name]
        return value === undefined ? [] : [[alertSettingPath(name), value]]
      }),
    ),
  }
}

/** Returns what an import changes for an engine that has no settings of alerts. */
export function switchesOf(imported: Drafts<AlertDraft>): Drafts<AlertDraft> {
  return draftsFrom(draftEntries(imported).filter(([, draft]) => typeof draft === 'boolean'))
}

/** Describes a switch or a setting. */
function wordFor(draft: AlertDraft): string {
  if (typeof draft === 'boolean') return draft ? 'on' : 'off'
  return typeof draft === 'object' ? draft.join(', ') || 'none' : String(draft)
}

/**
 * Lists the changes that an import makes.
 * @param settings as they are; undefined if the engine has none
 */
export function previewOf(
  rows: readonly AlertRow[],
  settings: Readonly<Record<keyof AlertSettings, AlertDraft>> | undefined,
  imported: Drafts<AlertDraft>,
): ImportLine[] {
  const switches = rows.flatMap((row) =>
    channels.map((channel) => ({
      path: channelPath(row.name, channel),
      name: `${row.name}, ${channelLabels[channel].toLowerCase()}`,
      from: row.on[channel],
    })),
  )
  const fields =
    settings === undefined
      ? []
      : settingNames.map((name) => {
          const path = alertSettingPath(name)
          return { path, name: labelOf(path), from: settings[name] }
        })
  return [...switches, ...fields].map(({ path, name, from }, index) => {
    const to = imported[path]
    return {
      line: index + 1,
      name,
      outcome:
        to === undefined || wordFor(to) === wordFor(from)
          ? { kind: 'same' }
          : { kind: 'change', from: wordFor(from), to: wordFor(to) },
    }
  })
}
