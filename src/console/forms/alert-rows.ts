import { z } from 'zod'
import {
  alertCategories,
  alertDeliverySchema,
  alertDeliverySettingsUpdateSchema,
  alertTypeFacts,
  alertTypeNames,
  isAlertType,
  type AlertCategory,
  type AlertDelivery,
} from '../../contract/alerts'
import type { Workspace } from '../../contract/workspaces'
import { editAt, type Edit } from './edits'
import type { DraftRules } from './use-drafts'
import type { TriState } from '../ui/tick-box'

export const channels = ['webhook', 'email'] as const
export type Channel = (typeof channels)[number]
export const channelLabels: Record<Channel, string> = { webhook: 'Webhook', email: 'E-mail' }

/** Switches that a person has moved and not saved, by alert type. */
export type Drafts = Readonly<Record<string, Readonly<Partial<Record<Channel, boolean>>>>>

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

function stored(workspace: Workspace, name: string): AlertDelivery {
  return workspace.alertDeliverySettings?.alertTypes?.[name] ?? { internal: true }
}

function isOn(delivery: AlertDelivery, channel: Channel): boolean {
  return delivery[channel]?.enabled === true
}

export function alertRows(workspace: Workspace, drafts: Drafts): AlertRow[] {
  const unknown = Object.keys(workspace.alertDeliverySettings?.alertTypes ?? {}).filter(
    (name) => !isAlertType(name),
  )
  const rows = [...alertTypeNames, ...unknown].map((name): AlertRow => {
    const facts = isAlertType(name) ? alertTypeFacts(name) : undefined
    const delivery = stored(workspace, name)
    const on = (channel: Channel) => drafts[name]?.[channel] ?? isOn(delivery, channel)
    return {
      name,
      label: facts?.label ?? name,
      description:
        facts?.description ?? 'An alert that the engine answered and this console does not know.',
      category: facts?.category ?? 'unknown',
      limit: facts?.limit,
      on: { webhook: on('webhook'), email: on('email') },
      changed: {
        webhook: on('webhook') !== isOn(delivery, 'webhook'),
        email: on('email') !== isOn(delivery, 'email'),
      },
    }
  })
  const order = Object.keys(categoryLabels)
  return rows.sort((a, b) => order.indexOf(a.category) - order.indexOf(b.category))
}

/** What a type’s delivery becomes: a channel that stays as it is keeps its very form. */
function withDraft(workspace: Workspace, name: string, draft: Drafts[string]): AlertDelivery {
  const delivery = stored(workspace, name)
  const moved = channels.filter(
    (channel) => draft[channel] !== undefined && draft[channel] !== isOn(delivery, channel),
  )
  return {
    ...delivery,
    ...Object.fromEntries(moved.map((channel) => [channel, { enabled: draft[channel] }])),
  }
}

/** Returns the path in the record of how alerts of a type are delivered. */
function pathOf(name: string): string {
  return `alertDeliverySettings.alertTypes.${name}`
}

export function editsOf(workspace: Workspace, drafts: Drafts): Edit[] {
  return Object.entries(drafts).flatMap(([name, draft]) =>
    editAt(workspace, pathOf(name), withDraft(workspace, name, draft)),
  )
}

/** Which channels are on, each said outright. */
function switchesOf(delivery: AlertDelivery): Record<Channel, boolean> {
  return { webhook: isOn(delivery, 'webhook'), email: isOn(delivery, 'email') }
}

/** How the switches of the matrix relate to edits of the workspace. */
export const draftRules: DraftRules<Drafts[string]> = {
  page: 'alerts',
  nameOf: (path) => path.slice(pathOf('').length),
  editsOf,
  draftOf: (delivery) =>
    switchesOf(alertDeliverySchema.safeParse(delivery).data ?? { internal: true }),
}

/** What a head that stands for several switches shows. */
export function stateOf(rows: readonly AlertRow[], of: readonly Channel[]): TriState {
  const states = rows.flatMap(({ on }) => of.map((channel) => on[channel]))
  if (states.every(Boolean)) return states.length === 0 ? 'off' : 'on'
  return states.some(Boolean) ? 'mixed' : 'off'
}

/** Switches several at once: all on, unless they all are, then all off. */
export function toggle(drafts: Drafts, rows: readonly AlertRow[], of: readonly Channel[]): Drafts {
  const enabled = stateOf(rows, of) !== 'on'
  const known = rows.filter(({ category }) => category !== 'unknown')
  return {
    ...drafts,
    ...Object.fromEntries(
      known.map(({ name }) => [
        name,
        { ...drafts[name], ...Object.fromEntries(of.map((channel) => [channel, enabled])) },
      ]),
    ),
  }
}

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

/** Reads what was exported, or a record’s `alertDeliverySettings`. A string: why it cannot be read. */
export function readImport(text: string): Drafts | string {
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
  if (!read.success) return z.prettifyError(read.error).split('\n').slice(0, 3).join(' ')
  return Object.fromEntries(
    Object.entries(read.data.alertTypes).map(([name, delivery]) => [name, switchesOf(delivery)]),
  )
}

export const filterNames = ['changed', 'outside', 'internalOnly'] as const
export type FilterName = (typeof filterNames)[number]
export const filters: Record<FilterName, { label: string; passes: (row: AlertRow) => boolean }> = {
  changed: {
    label: 'Changed, not saved',
    passes: ({ changed }) => changed.webhook || changed.email,
  },
  outside: { label: 'Goes outside', passes: ({ on }) => on.webhook || on.email },
  internalOnly: { label: 'Internal only', passes: ({ on }) => !on.webhook && !on.email },
}

export function passes(
  row: AlertRow,
  text: string,
  category: string | undefined,
  shown: readonly FilterName[],
): boolean {
  const wanted = text.trim().toLowerCase()
  const named =
    wanted === '' || `${row.name} ${row.label} ${row.description}`.toLowerCase().includes(wanted)
  return (
    named &&
    (category === undefined || row.category === category) &&
    shown.every((name) => filters[name].passes(row))
  )
}
