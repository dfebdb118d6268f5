import { deliveryOf, isDelivered } from '@/console/edits/alert-delivery'
import { channelPath, type Channel } from '@/console/edits/member-path'
import type { TriState } from '@/console/ui/inputs/grid-checkbox'
import {
  alertCategories,
  alertTypeFacts,
  alertTypeNames,
  isAlertType,
  type AlertCategory,
} from '@/contract/alerts'
import type { Workspace } from '@/contract/workspaces'
import type { Drafts } from './drafts'
import type { AlertFilterName } from './grid-search'
import { rowFilter } from './row-filter'

/**
 * A switch of the matrix, or an unsaved alert setting: a percentage, addresses, or text that is not
 * a number and stays until it is corrected.
 */
export type AlertDraft = boolean | number | string | readonly string[]

export interface AlertRow {
  name: string
  label: string
  description: string
  category: AlertCategory | 'unknown'
  limit: string | undefined
  on: Record<Channel, boolean>
  changed: Record<Channel, boolean>
}

/** The categories in order; alerts unknown to this console come last. */
export const categoryLabels: Record<AlertRow['category'], string> = {
  ...alertCategories,
  unknown: 'Other alerts of this engine',
}

/** Returns the rows of the matrix: the alert types of the contract, then those of this engine. */
export function alertRows(workspace: Workspace, drafts: Drafts<AlertDraft>): AlertRow[] {
  const unknown = Object.keys(workspace.alertDeliverySettings?.alertTypes ?? {}).filter(
    (name) => !isAlertType(name),
  )
  const rows = [...alertTypeNames, ...unknown].map((name): AlertRow => {
    const facts = isAlertType(name) ? alertTypeFacts(name) : undefined
    const delivery = deliveryOf(workspace, name)
    const isStored = (channel: Channel) => isDelivered(delivery, channel)
    const on = (channel: Channel) => {
      const draft = drafts[channelPath(name, channel)]
      return typeof draft === 'boolean' ? draft : isStored(channel)
    }
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

/** Whether an update can switch the alert type: only those of the contract. */
export function isSwitchable({ category }: AlertRow): boolean {
  return category !== 'unknown'
}

/**
 * Returns the state of a checkbox that represents several switches. Those that can't be switched
 * count only among themselves.
 */
export function stateOf(rows: readonly AlertRow[], channels: readonly Channel[]): TriState {
  const switchable = rows.filter(isSwitchable)
  const counted = switchable.length === 0 ? rows : switchable
  const states = counted.flatMap(({ on }) => channels.map((channel) => on[channel]))
  if (states.every(Boolean)) return states.length === 0 ? 'off' : 'on'
  return states.some(Boolean) ? 'mixed' : 'off'
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
export const passes = rowFilter(filters, ({ category }: AlertRow) => category)
