import { dequal } from 'dequal'
import type { AlertSettings } from '@/contract/alerts'
import { defaultNearPercent } from '@/contract/limits'
import type { WorkspaceUpdate, WorkspaceWithState } from '@/contract/workspaces'
import { deliveryOf, isDelivered } from './alert-delivery'
import { memberAt, settingPath, type MemberPath } from './member-path'

/** A user's change of one member of a workspace, a custom app or a connector. */
export interface Edit {
  path: MemberPath
  before: unknown
  after: unknown
}

/** The members that decide which tokens are accepted. */
export const signInPaths: readonly MemberPath[] = [
  settingPath('disableSecretKeyAuth'),
  'publicKeys',
  'jwksUri',
]

/** What stands for fields that were not set. Some engines omit them. */
export const unsetFields = {
  webhookUri: '',
  logoUri: '',
  publicKeys: [],
  enabledWebhookEvents: [],
  isReadOnly: false,
  type: 'development',
} satisfies WorkspaceUpdate

/** What applies where a workspace has not set when it is alerted, and who gets the e-mails. */
const unsetAlertSettings: Required<AlertSettings> = {
  nearPercent: defaultNearPercent,
  emailRecipients: [],
}

/** Returns the value of a field that was not set. The interface clears all others with null. */
export function unsetField(name: string): unknown {
  const fields: Readonly<Record<string, unknown>> = unsetFields
  return fields[name] ?? null
}

/** Returns the value of a workspace at a path. */
export function valueAt(workspace: WorkspaceWithState, path: MemberPath): unknown {
  const member = memberAt(path)
  switch (member.kind) {
    case 'limit':
      return (member.layer === 'workspace' ? workspace.limits : workspace.operatorLimits)?.[
        member.name
      ]
    case 'setting':
      return workspace.settings?.[member.name] ?? false
    case 'alertType':
      return deliveryOf(workspace, member.alertType)
    case 'channel':
      return isDelivered(deliveryOf(workspace, member.alertType), member.channel)
    case 'alertSetting':
      return { ...unsetAlertSettings, ...workspace.alertSettings }[member.name]
    case 'specification':
      return undefined
    case 'field': {
      const fields: Readonly<Record<string, unknown>> = { ...unsetFields, ...workspace }
      return fields[member.name]
    }
  }
}

/** Fields that were never set, were cleared, or are empty count as equal. */
const isEmptyValue = (value: unknown) => value === undefined || value === null || value === ''

/**
 * Whether a member has the same value in two records. The order of a schema's members counts: it is
 * that of the fields of the form for it.
 */
export const isSame = (path: MemberPath, one: unknown, other: unknown) =>
  (isEmptyValue(one) && isEmptyValue(other)) ||
  (path === 'userFieldsSchema' ? JSON.stringify(one) === JSON.stringify(other) : dequal(one, other))

/** Returns the edit that changes one value to another, or none if they are equal. */
export function editOf(path: MemberPath, before: unknown, after: unknown): Edit[] {
  return isSame(path, before, after) ? [] : [{ path, before, after }]
}

/** Returns the edit that sets the value at a path, or none if it has that value. */
export function editAt(base: WorkspaceWithState, path: MemberPath, after: unknown): Edit[] {
  return editOf(path, valueAt(base, path), after)
}

/** Combines edits; a later edit of the same member replaces the earlier one. */
export function mergeEdits(edits: readonly Edit[], later: readonly Edit[]): Edit[] {
  return [...new Map([...edits, ...later].map((edit) => [edit.path, edit])).values()]
}
