import { isAlertType, alertTypeFacts, type AlertSettings } from '@/contract/alerts'
import type { AppUpdate } from '@/contract/apps'
import { isLimitName, limitFacts, type LimitLayer } from '@/contract/limits'
import { isSettingName, settings, type WorkspaceUpdate } from '@/contract/workspaces'

/** A layer that sets an editable limit: the workspace, or an operator. */
export type EditableLayer = Exclude<LimitLayer, 'default'>

export const channels = ['webhook', 'email'] as const
/** A channel that alerts are sent through. */
export type Channel = (typeof channels)[number]
export const channelLabels: Record<Channel, string> = { webhook: 'Webhook', email: 'E-mail' }

const prefixes = {
  workspaceLimit: 'limits.',
  operatorLimit: 'operatorLimits.',
  setting: 'settings.',
  alertType: 'alertDeliverySettings.alertTypes.',
  alertSetting: 'alertSettings.',
  specification: 'specification.',
} as const
type Prefix = (typeof prefixes)[keyof typeof prefixes]

/** The members of a workspace that are edited one by one, not as a whole. */
type SplitField = 'limits' | 'settings' | 'alertDeliverySettings'
/** A member of a workspace or an app that is edited as a whole. */
type FieldName = Exclude<keyof WorkspaceUpdate, SplitField> | keyof AppUpdate

/** The labels of the settings that say when the workspace is alerted, and who gets the e-mails. */
const alertSettingLabels: Record<keyof AlertSettings, string> = {
  nearPercent: 'Warn at (% of a limit)',
  emailRecipients: 'E-mail recipients',
}

const fieldLabels: Record<FieldName, string> = {
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

/** The labels of members that have their own operations: only the history shows their changes. */
const historyLabels = new Map([
  ['externalAppId', 'App'],
  ['inputSchema', 'Input schema'],
  ['customCredentialsSchema', 'Custom credentials schema'],
  ['parameters', 'Parameters'],
  ['options', 'Authentication options'],
  ['secret', 'Workspace secret'],
  ['webhookSecret', 'Webhook secret'],
  ['archivedAt', 'Archived'],
])
/** Until when alerts of a type are muted. */
const mutePrefix = 'alertMutes.'

/** The path of a member that can be edited, as the API and the history write it. */
export type MemberPath = `${Prefix}${string}` | FieldName

/**
 * A member of a record that is edited, merged and shown separately: a limit, a setting, an alert
 * channel, an alert setting, a field of a connector's form, or any other field as a whole.
 */
export type Member =
  | { kind: 'limit'; layer: EditableLayer; name: string }
  | { kind: 'setting'; name: string }
  | { kind: 'channel'; alertType: string; channel: Channel }
  /** All channels of an alert type, as the history records them. */
  | { kind: 'alertType'; alertType: string }
  | { kind: 'alertSetting'; name: keyof AlertSettings }
  /** A field of the form of a connector, which has its label. */
  | { kind: 'specification'; name: string }
  | { kind: 'field'; name: FieldName }

/** Returns the path of a limit's value in a layer. */
export function limitPath(layer: EditableLayer, name: string): MemberPath {
  return `${layer === 'workspace' ? prefixes.workspaceLimit : prefixes.operatorLimit}${name}`
}

/** Returns the path of a setting. */
export function settingPath(name: string): MemberPath {
  return `${prefixes.setting}${name}`
}

/** Returns the path of an alert type, as the history records it. */
export function alertTypePath(alertType: string): MemberPath {
  return `${prefixes.alertType}${alertType}`
}

/** Returns the path of one channel of an alert type. */
export function channelPath(alertType: string, channel: Channel): MemberPath {
  return `${prefixes.alertType}${alertType}.${channel}`
}

/** Returns the path of an alert setting. */
export function alertSettingPath(name: keyof AlertSettings): MemberPath {
  return `${prefixes.alertSetting}${name}`
}

/** Returns the path of a field of the form of a connector. */
export function specificationPath(field: string): MemberPath {
  return `${prefixes.specification}${field}`
}

/** Each prefix, and the member that the rest of a path with it names. */
const membersByPrefix: readonly [Prefix, (name: string) => Member | undefined][] = [
  [prefixes.workspaceLimit, (name) => ({ kind: 'limit', layer: 'workspace', name })],
  [prefixes.operatorLimit, (name) => ({ kind: 'limit', layer: 'operator', name })],
  [prefixes.setting, (name) => ({ kind: 'setting', name })],
  [prefixes.alertType, findAlertMember],
  [
    prefixes.alertSetting,
    (name) => (isAlertSetting(name) ? { kind: 'alertSetting', name } : undefined),
  ],
  [prefixes.specification, (name) => ({ kind: 'specification', name })],
]

/** Returns the member at a path; undefined for one that can't be edited. */
function findMember(path: string): Member | undefined {
  for (const [prefix, memberOf] of membersByPrefix)
    if (path.startsWith(prefix)) return memberOf(path.slice(prefix.length))
  return isFieldName(path) ? { kind: 'field', name: path } : undefined
}

function findAlertMember(path: string): Member {
  const channel = channels.find((name) => path.endsWith(`.${name}`))
  return channel === undefined
    ? { kind: 'alertType', alertType: path }
    : { kind: 'channel', alertType: path.slice(0, -channel.length - 1), channel }
}

function isAlertSetting(name: string): name is keyof AlertSettings {
  return Object.hasOwn(alertSettingLabels, name)
}

function isFieldName(name: string): name is FieldName {
  return Object.hasOwn(fieldLabels, name)
}

/** Whether a text from storage or the history is the path of a member that can be edited. */
export function isMemberPath(path: string): path is MemberPath {
  return findMember(path) !== undefined
}

/** Returns the member at a path. */
export function memberAt(path: MemberPath): Member {
  const member = findMember(path)
  if (member === undefined) throw new TypeError(`No member has the path ${path}`)
  return member
}

/** The paths of the fields and alert settings, which are edited as a whole. */
export const fieldPaths: readonly string[] = [
  ...Object.keys(fieldLabels),
  ...Object.keys(alertSettingLabels).map((name) => `${prefixes.alertSetting}${name}`),
]

/** Returns the name of a member in the specification. Any path of the history has one. */
export function memberName(path: string): string {
  const member = findMember(path)
  if (member === undefined) return path
  return 'alertType' in member ? member.alertType : member.name
}

/** Returns the label of a member. Any path of the history has one. */
export function labelOf(path: string): string {
  const member = findMember(path)
  switch (member?.kind) {
    case undefined:
      return path.startsWith(mutePrefix)
        ? `Mute: ${alertLabel(path.slice(mutePrefix.length))}`
        : (historyLabels.get(path) ?? path)
    case 'limit': {
      const label = isLimitName(member.name) ? limitFacts(member.name).label : member.name
      return member.layer === 'operator' ? `${label} (operator)` : label
    }
    case 'setting':
      return isSettingName(member.name) ? settings[member.name].label : member.name
    case 'alertType':
      return `Alert: ${alertLabel(member.alertType)}`
    case 'channel': {
      const channel = channelLabels[member.channel].toLowerCase()
      return `Alert: ${alertLabel(member.alertType)} by ${channel}`
    }
    case 'specification':
      return member.name
    case 'alertSetting':
      return alertSettingLabels[member.name]
    case 'field':
      return fieldLabels[member.name]
  }
}

/** Returns the label of an alert type; its name if this console doesn't know it. */
export function alertLabel(type: string): string {
  return isAlertType(type) ? alertTypeFacts(type).label : type
}
