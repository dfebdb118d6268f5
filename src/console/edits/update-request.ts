import { z } from 'zod'
import {
  alertSettingsUpdateSchema,
  alertTypeNames,
  storedDeliverySchema,
  type AlertDelivery,
  type AlertSettingsUpdate,
} from '@/contract/alerts'
import { isLimitName, limitEntrySchema, limitNames, type Limits } from '@/contract/limits'
import {
  maxPublicKeys,
  publicKeySchema,
  workspaceUpdateSchema,
  type PublicKey,
  type Workspace,
  type WorkspaceUpdate,
  type WorkspaceWithState,
} from '@/contract/workspaces'
import { deliveryOf } from './alert-delivery'
import type { Edit } from './edits'
import { memberAt, memberName, type EditableLayer, type Member } from './member-path'

/** Returns the new values of some members, by their names in the specification. */
function valuesOf(
  edits: readonly Edit[],
  isIncluded: (member: Member) => boolean,
): Record<string, unknown> {
  return Object.fromEntries(
    edits
      .filter(({ path }) => isIncluded(memberAt(path)))
      .map(({ path, after }) => [memberName(path), after]),
  )
}

const isAlertSetting = ({ kind }: Member) => kind === 'alertSetting'
const isLimitOf = (layer: EditableLayer) => (member: Member) =>
  member.kind === 'limit' && member.layer === layer
const isOperatorLimit = isLimitOf('operator')

/**
 * Returns the alert delivery with the edits made. A channel without an edit is unchanged, as is
 * what this console doesn't know: an engine replaces all of it.
 */
function alertDeliveryWith(workspace: Workspace, edits: readonly Edit[]) {
  const edited: Record<string, AlertDelivery> = {}
  for (const { path, after } of edits) {
    const member = memberAt(path)
    if (member.kind !== 'channel') continue
    const { [member.channel]: _switched, ...others } =
      edited[member.alertType] ?? deliveryOf(workspace, member.alertType)
    edited[member.alertType] =
      after === true ? { ...others, [member.channel]: { enabled: true } } : others
  }
  if (Object.keys(edited).length === 0) return undefined
  return {
    ...workspace.alertDeliverySettings,
    alertTypes: {
      ...workspace.alertDeliverySettings?.alertTypes,
      ...Object.fromEntries(alertTypeNames.map((name) => [name, deliveryOf(workspace, name)])),
      ...edited,
    },
  }
}

/** Limits in any unit: another engine may have chosen others. */
const limitEntriesSchema = z.partialRecord(z.enum(limitNames), limitEntrySchema.loose())

/** Public keys with what an engine has added to them. */
export const publicKeysSchema: z.ZodType<PublicKey[], PublicKey[]> = z
  .array(publicKeySchema.loose())
  .max(maxPublicKeys)

/** What an engine has added to the members of an update is sent as it is. */
const updateSchema = workspaceUpdateSchema.extend({
  limits: limitEntriesSchema.optional(),
  publicKeys: publicKeysSchema.optional(),
  alertDeliverySettings: z
    .looseObject({ alertTypes: z.looseRecord(z.enum(alertTypeNames), storedDeliverySchema) })
    .optional(),
})

/**
 * Returns the smallest request body that makes the edits, except those of alert settings and
 * operator limits: limits and settings by member, alert delivery with all thirty types as the API
 * requires, other fields as a whole.
 * @throws if the API does not allow an edit
 */
export function toUpdate(workspace: Workspace, edits: readonly Edit[]): WorkspaceUpdate {
  const limits = valuesOf(edits, isLimitOf('workspace'))
  const alertDeliverySettings = alertDeliveryWith(workspace, edits)
  const settings = valuesOf(edits, ({ kind }) => kind === 'setting')
  return updateSchema.parse({
    ...valuesOf(edits, ({ kind }) => kind === 'field'),
    ...(Object.keys(limits).length === 0 ? {} : { limits }),
    ...(Object.keys(settings).length === 0 ? {} : { settings }),
    ...(alertDeliverySettings === undefined ? {} : { alertDeliverySettings }),
  })
}

/** Whether an edit changes an alert setting, which has its own operation. */
export function isAlertSettingEdit({ path }: Edit): boolean {
  return isAlertSetting(memberAt(path))
}

/**
 * Returns all alert settings with the edits made, as the operation requires.
 * @throws if the API does not allow an edit
 */
export function toAlertSettings(
  { alertSettings }: WorkspaceWithState,
  edits: readonly Edit[],
): AlertSettingsUpdate {
  return alertSettingsUpdateSchema.parse({
    ...alertSettings,
    ...valuesOf(edits, isAlertSetting),
  })
}

/** Whether an edit changes an operator limit, which has its own operation. */
export function isOperatorEdit({ path }: Edit): boolean {
  return isOperatorLimit(memberAt(path))
}

/**
 * Returns all operator limits with the edits made, as the operation requires. Limits unknown to
 * this console are left out, since the operation rejects them.
 */
export function toOperatorLimits(workspace: Workspace, edits: readonly Edit[]): Limits {
  const edited = { ...workspace.operatorLimits, ...valuesOf(edits, isOperatorLimit) }
  return limitEntriesSchema.parse(
    Object.fromEntries(
      Object.entries(edited).filter(([name, entry]) => entry !== undefined && isLimitName(name)),
    ),
  )
}

/** What the operation that saves some edits is sent. */
type EditsRequest =
  | { operation: 'updateOrgWorkspace'; body: WorkspaceUpdate }
  | { operation: 'setAlertSettings'; body: AlertSettingsUpdate }
  | { operation: 'setOperatorLimits'; body: { operatorLimits: Limits } }

/**
 * Groups edits by the operation that saves them, in the order in which they are sent. Alert
 * settings and operator limits have their own operations.
 */
export function groupByOperation(edits: readonly Edit[]): Edit[][] {
  const own = edits.filter((edit) => !isAlertSettingEdit(edit) && !isOperatorEdit(edit))
  const parts = [own, edits.filter(isAlertSettingEdit), edits.filter(isOperatorEdit)]
  return parts.filter((part) => part.length > 0)
}

/**
 * Returns the request that makes edits which one operation can save.
 * @throws if the API does not allow an edit
 */
export function toRequest(workspace: WorkspaceWithState, edits: readonly Edit[]): EditsRequest {
  if (edits.some(isOperatorEdit)) {
    const operatorLimits = toOperatorLimits(workspace, edits)
    return { operation: 'setOperatorLimits', body: { operatorLimits } }
  }
  if (edits.some(isAlertSettingEdit))
    return { operation: 'setAlertSettings', body: toAlertSettings(workspace, edits) }
  return { operation: 'updateOrgWorkspace', body: toUpdate(workspace, edits) }
}
