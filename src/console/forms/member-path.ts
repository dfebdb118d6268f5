import { isAlertType, alertTypeFacts } from '../../contract/alerts'
import { isLimitName, limitFacts, type LimitLayer } from '../../contract/limits'
import { isSettingName, settings } from '../../contract/workspaces'

/** A layer that sets an editable limit: the workspace, or an operator. */
export type EditableLayer = Exclude<LimitLayer, 'default'>

export const channels = ['webhook', 'email'] as const
/** A channel that alerts are sent through. */
export type Channel = (typeof channels)[number]
export const channelLabels: Record<Channel, string> = { webhook: 'Webhook', email: 'E-mail' }

/**
 * A member of a record that is edited, merged and shown separately: a limit, a setting, an alert
 * channel, or any other field as a whole.
 */
export type Member =
  | { kind: 'limit'; layer: EditableLayer; name: string }
  | { kind: 'setting'; name: string }
  | { kind: 'channel'; alertType: string; channel: Channel }
  /** All channels of an alert type, as the audit log records them. */
  | { kind: 'alertType'; alertType: string }
  | { kind: 'field'; name: string }

const prefixes = {
  workspaceLimit: 'limits.',
  operatorLimit: 'operatorLimits.',
  setting: 'settings.',
  alertType: 'alertDeliverySettings.alertTypes.',
} as const

/** Returns the path of a limit's value in a layer. */
export function limitPath(layer: EditableLayer, name: string): string {
  return (layer === 'workspace' ? prefixes.workspaceLimit : prefixes.operatorLimit) + name
}

/** Returns the path of a setting. */
export function settingPath(name: string): string {
  return prefixes.setting + name
}

/** Returns the path of an alert type, as the audit log records it. */
export function alertTypePath(alertType: string): string {
  return prefixes.alertType + alertType
}

/** Returns the path of one channel of an alert type. */
export function channelPath(alertType: string, channel: Channel): string {
  return `${prefixes.alertType}${alertType}.${channel}`
}

function alertMember(rest: string): Member {
  const channel = channels.find((name) => rest.endsWith(`.${name}`))
  return channel === undefined
    ? { kind: 'alertType', alertType: rest }
    : { kind: 'channel', alertType: rest.slice(0, -channel.length - 1), channel }
}

/** Returns the member at a path. */
export function memberAt(path: string): Member {
  const after = (prefix: string) => path.slice(prefix.length)
  if (path.startsWith(prefixes.workspaceLimit))
    return { kind: 'limit', layer: 'workspace', name: after(prefixes.workspaceLimit) }
  if (path.startsWith(prefixes.operatorLimit))
    return { kind: 'limit', layer: 'operator', name: after(prefixes.operatorLimit) }
  if (path.startsWith(prefixes.setting)) return { kind: 'setting', name: after(prefixes.setting) }
  if (path.startsWith(prefixes.alertType)) return alertMember(after(prefixes.alertType))
  return { kind: 'field', name: path }
}

const fieldLabels: Record<string, string> = {
  name: 'Name',
  logoUri: 'Logo',
  type: 'Type',
  isReadOnly: 'Read-only',
  publicKeys: 'Public keys',
  jwksUri: 'JWKS URI',
  webhookUri: 'Webhook URI',
  enabledWebhookEvents: 'Webhook events',
  userFieldsSchema: 'User fields schema',
  appUri: 'App address',
  categories: 'Categories',
}

/** The fields that have a label. */
export const fieldNames: readonly string[] = Object.keys(fieldLabels)

/** Returns the name of a member in the specification. */
export function memberName(path: string): string {
  const member = memberAt(path)
  return 'alertType' in member ? member.alertType : member.name
}

/** Returns the label of a member. */
export function labelOf(path: string): string {
  const member = memberAt(path)
  switch (member.kind) {
    case 'limit': {
      const label = isLimitName(member.name) ? limitFacts(member.name).label : member.name
      return member.layer === 'operator' ? `${label} (operator)` : label
    }
    case 'setting':
      return isSettingName(member.name) ? settings[member.name].label : member.name
    case 'alertType':
      return `Alert: ${alertLabel(member.alertType)}`
    case 'channel':
      return `Alert: ${alertLabel(member.alertType)} by ${channelNames[member.channel]}`
    case 'field':
      return fieldLabels[member.name] ?? member.name
  }
}

const channelNames: Record<Channel, string> = { webhook: 'webhook', email: 'e-mail' }

function alertLabel(type: string): string {
  return isAlertType(type) ? alertTypeFacts(type).label : type
}
