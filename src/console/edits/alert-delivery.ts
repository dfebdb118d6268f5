import type { AlertDelivery } from '@/contract/alerts'
import type { Workspace } from '@/contract/workspaces'
import type { Channel } from './member-path'

const internalOnly: AlertDelivery = { internal: true }

/** Returns how a workspace delivers an alert type; internally only if its settings omit it. */
export function deliveryOf(workspace: Workspace, alertType: string): AlertDelivery {
  return workspace.alertDeliverySettings?.alertTypes?.[alertType] ?? internalOnly
}

/** Whether alerts are delivered by a channel. */
export function isDelivered(delivery: AlertDelivery, channel: Channel): boolean {
  return delivery[channel]?.enabled === true
}
