import { z } from 'zod'
import {
  alertCategories,
  alertDeliverySettingsUpdateSchema,
  alertTypeFacts,
  alertTypeNames,
  isAlertType,
  type AlertCategory,
} from '../../contract/alerts'
import { toIssues } from '../../contract/issues'
import type { Workspace } from '../../contract/workspaces'
import { countOf } from '../ui/format-count'
import type { TriState } from '../ui/tick-box'
import { deliveryOf, editAt, isDelivered, type Edit } from './edits'
import type { ImportLine } from './import-dialog'
import { channelLabels, channelPath, channels, type Channel } from './member-path'
import { draftEntries, draftsFrom, type DraftRules, type Drafts } from './drafts'
import type { AlertFilterName } from './grid-search'
import { matchesText } from './matches-text'

export interface AlertRow {
  name: string
  label: string
  description: string
  category: AlertCategory | 'unknown'
  limit: string | undefined
  on: Record<Channel, boolean>
  changed: Record<Channel, boolean>
}

export const categoryLabels: Record<AlertRow['category'], string> = {
  rateLimit: alertCategories.rateLimit.label,
  tenantRateLimit: alertCategories.tenantRateLimit.label,
  usage: alertCategories.usage.label,
  workspaceSize: alertCategories.workspaceSize.label,
  test: alertCategories.test.label,
  unknown: 'Other alerts of this engine',
}

/** Returns the rows of the matrix: the alert types of the contract, then those of this engine. */
export function alertRows(workspace: Workspace, drafts: Drafts<boolean>): AlertRow[] {
  const unknown = Object.keys(workspace.alertDeliverySettings?.alertTypes ?? {}).filter(
    (name) => !isAlertType(name),
  )
  const rows = [...alertTypeNames, ...unknown].map((name): AlertRow => {
    const facts = isAlertType(name) ? alertTypeFacts(name) : undefined
    const delivery = deliveryOf(workspace, name)
    const isStored = (channel: Channel) => isDelivered(delivery, channel)
    const on = (channel: Channel) => drafts[channelPath(name, channel)] ?? isStored(channel)
    return {
      name,
      label: facts?.label ?? name,
      description: facts?.description ?? 'An alert of the engine that this console doesn’t know.',
      category: facts?.category ?? 'unknown',
      limit: facts?.limit,
      on: { webhook: on('webhook'), email: on('email') },
      changed: {
        webhook: on('webhook') !== isStored('webhook'),
        email: on('email') !== isStored('email'),
      },
    }
  })
  const order = Object.keys(categoryLabels)
  return rows.sort((a, b) => order.indexOf(a.category) - order.indexOf(b.category))
}

/** Returns the edits that the drafts make. */
export function editsOf(workspace: Workspace, drafts: Drafts<boolean>): Edit[] {
  return draftEntries(drafts).flatMap(([path, isOn]) => editAt(workspace, path, isOn))
}

/** Converts between switches of the matrix and edits of the workspace. */
export const draftRules: DraftRules<boolean> = {
  page: 'alerts',
  editsOf,
  draftOf: (after) => after === true,
}

/** Returns the state of a checkbox that represents several switches. */
export function stateOf(rows: readonly AlertRow[], of: readonly Channel[]): TriState {
  const states = rows.flatMap(({ on }) => of.map((channel) => on[channel]))
  if (states.every(Boolean)) return states.length === 0 ? 'off' : 'on'
  return states.some(Boolean) ? 'mixed' : 'off'
}

/** Toggles several switches at once: all on, or all off if all are on. */
export function toggle(
  drafts: Drafts<boolean>,
  rows: readonly AlertRow[],
  of: readonly Channel[],
): Drafts<boolean> {
  const enabled = stateOf(rows, of) !== 'on'
  const known = rows.filter(({ category }) => category !== 'unknown')
  return {
    ...drafts,
    ...draftsFrom(
      known.flatMap(({ name }) => of.map((channel) => [channelPath(name, channel), enabled])),
    ),
  }
}

/** Writes the switches as JSON that can be imported again. */
export function asJson(rows: readonly AlertRow[]): string {
  const known = rows.filter(({ category }) => category !== 'unknown')
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
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return 'Not JSON'
  }
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

/** The yes-or-no filters of the matrix. */
export const filters: Record<
  AlertFilterName,
  { label: string; passes: (row: AlertRow) => boolean }
> = {
  changed: {
    label: 'Changed, not saved',
    passes: ({ changed }) => changed.webhook || changed.email,
  },
  outside: { label: 'Sent externally', passes: ({ on }) => on.webhook || on.email },
  internalOnly: { label: 'In-app only', passes: ({ on }) => !on.webhook && !on.email },
}

/** Whether a row passes the filters. */
export function passes(
  row: AlertRow,
  text: string,
  category: string | undefined,
  shown: readonly AlertFilterName[],
): boolean {
  return (
    matchesText(row, text) &&
    (category === undefined || row.category === category) &&
    shown.every((name) => filters[name].passes(row))
  )
}
