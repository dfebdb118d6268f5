import { dequal } from 'dequal'
import { z } from 'zod'
import { alertTypeNames, storedDeliverySchema, type AlertDelivery } from '../../contract/alerts'
import { isLimitName, limitEntrySchema, limitNames, type Limits } from '../../contract/limits'
import {
  maxPublicKeys,
  publicKeySchema,
  type PublicKey,
  workspaceUpdateSchema,
  type Workspace,
  type WorkspaceUpdate,
} from '../../contract/workspaces'
import { deliveryOf, isDelivered } from './alert-delivery'
import { memberAt, settingPath, type EditableLayer, type MemberPath } from './member-path'
import { mergeLists } from './merge-lists'

/** A user's change of one member of a workspace or a custom app. */
export interface Edit {
  path: MemberPath
  before: unknown
  after: unknown
}

/**
 * A member that both the user and someone else changed since the user began. The values of a list
 * are the elements that both changed.
 */
export interface Conflict {
  path: MemberPath
  base: unknown
  mine: unknown
  theirs: unknown
  /** The edit of the newer record that keeps the user's value. */
  keepMine: Edit
  /** The edits of the newer record that keep the other value: the user's of other elements. */
  keepTheirs: Edit[]
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

/** Returns the value of a field that was not set. The interface clears all others with null. */
export function unsetField(name: string): unknown {
  const fields: Readonly<Record<string, unknown>> = unsetFields
  return fields[name] ?? null
}

/** Returns the value of a workspace at a path. */
export function valueAt(workspace: Workspace, path: MemberPath): unknown {
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
    case 'field': {
      const fields: Readonly<Record<string, unknown>> = { ...unsetFields, ...workspace }
      return fields[member.name]
    }
  }
}

/** Fields that were never set, were cleared, or are empty count as equal. */
const isEmptyValue = (value: unknown) => value === undefined || value === null || value === ''

/** The order of a schema's members counts: it is that of the fields of the form for it. */
const isSame = (path: MemberPath, one: unknown, other: unknown) =>
  (isEmptyValue(one) && isEmptyValue(other)) ||
  (path === 'userFieldsSchema' ? JSON.stringify(one) === JSON.stringify(other) : dequal(one, other))

/** Returns the edit that changes one value to another, or none if they are equal. */
export function editOf(path: MemberPath, before: unknown, after: unknown): Edit[] {
  return isSame(path, before, after) ? [] : [{ path, before, after }]
}

/** Returns the edit that sets the value at a path, or none if it has that value. */
export function editAt(base: Workspace, path: MemberPath, after: unknown): Edit[] {
  return editOf(path, valueAt(base, path), after)
}

function limitsIn(edits: readonly Edit[], layer: EditableLayer): Record<string, unknown> {
  return Object.fromEntries(
    edits.flatMap(({ path, after }) => {
      const member = memberAt(path)
      return member.kind === 'limit' && member.layer === layer ? [[member.name, after]] : []
    }),
  )
}

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
 * Returns the smallest request body that makes the edits, except those of operator limits: limits
 * and settings by member, alert delivery with all thirty types as the API requires, other fields as
 * a whole.
 * @throws if the API does not allow an edit
 */
export function toUpdate(workspace: Workspace, edits: readonly Edit[]): WorkspaceUpdate {
  const limits = limitsIn(edits, 'workspace')
  const alertDeliverySettings = alertDeliveryWith(workspace, edits)
  const named = (kind: 'setting' | 'field') =>
    Object.fromEntries(
      edits.flatMap(({ path, after }) => {
        const member = memberAt(path)
        return member.kind === kind ? [[member.name, after]] : []
      }),
    )
  const settings = named('setting')
  return updateSchema.parse({
    ...named('field'),
    ...(Object.keys(limits).length === 0 ? {} : { limits }),
    ...(Object.keys(settings).length === 0 ? {} : { settings }),
    ...(alertDeliverySettings === undefined ? {} : { alertDeliverySettings }),
  })
}

/** Whether an edit changes an operator limit, which has its own operation. */
export function isOperatorEdit({ path }: Edit): boolean {
  const member = memberAt(path)
  return member.kind === 'limit' && member.layer === 'operator'
}

/**
 * Returns all operator limits with the edits made, as the operation requires. Limits unknown to
 * this console are left out, since the operation rejects them.
 */
export function toOperatorLimits(workspace: Workspace, edits: readonly Edit[]): Limits {
  const edited = { ...workspace.operatorLimits, ...limitsIn(edits, 'operator') }
  return limitEntriesSchema.parse(
    Object.fromEntries(
      Object.entries(edited).filter(([name, entry]) => entry !== undefined && isLimitName(name)),
    ),
  )
}

/** Combines edits; a later edit of the same member replaces the earlier one. */
export function mergeEdits(edits: readonly Edit[], later: readonly Edit[]): Edit[] {
  return [...new Map([...edits, ...later].map((edit) => [edit.path, edit])).values()]
}

/**
 * Rebases the user's edits onto a newer record: edits of members that nobody else changed stay,
 * edits that someone else has made too are dropped, the rest are conflicts. Lists are merged by
 * element.
 * @param valueNow returns the value of the newer record at a path
 */
export function rebase(
  edits: readonly Edit[],
  valueNow: (path: MemberPath) => unknown,
): { edits: Edit[]; conflicts: Conflict[] } {
  const standing: Edit[] = []
  const conflicts: Conflict[] = []
  for (const edit of edits) {
    const { path, before, after } = edit
    const now = valueNow(path)
    if (isSame(path, now, after)) continue
    if (isSame(path, now, before)) {
      standing.push(edit)
      continue
    }
    const lists = { base: before, mine: after, theirs: now }
    const whole = { withMine: after, withTheirs: now, conflict: lists }
    const { withMine, withTheirs, conflict } = mergeLists(path, lists) ?? whole
    const keepTheirs = editOf(path, now, withTheirs)
    if (conflict === undefined) standing.push(...keepTheirs)
    else
      conflicts.push({
        path,
        ...conflict,
        keepMine: { path, before: now, after: withMine },
        keepTheirs,
      })
  }
  return { edits: standing, conflicts }
}

/**
 * Returns the changes made after a save was sent, as edits of the saved record. An edit that was
 * undone in the meantime becomes one that sets the earlier value again.
 * @param sent the saved edits
 * @param now all current edits, of the same record as the sent ones
 * @param savedValue returns the value of the saved record at a path
 */
export function editsAfter(
  sent: readonly Edit[],
  now: readonly Edit[],
  savedValue: (path: MemberPath) => unknown,
): Edit[] {
  const sentAt = new Map(sent.map((edit) => [edit.path, edit]))
  const undone = sent
    .filter(({ path }) => !now.some((edit) => edit.path === path))
    .map(({ path, before }) => ({ path, before, after: before }))
  return [...now, ...undone].flatMap(({ path, before, after }) => {
    const sentEdit = sentAt.get(path)
    return isSame(path, after, sentEdit === undefined ? before : sentEdit.after)
      ? []
      : editOf(path, savedValue(path), after)
  })
}
