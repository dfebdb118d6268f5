import { dequal } from 'dequal'
import {
  alertTypeFacts,
  alertTypeNames,
  isAlertType,
  type AlertDelivery,
} from '../../contract/alerts'
import { isLimitName, limitFacts, limitsUpdateSchema, type Limits } from '../../contract/limits'
import {
  isSettingName,
  settings,
  workspaceUpdateSchema,
  type Workspace,
  type WorkspaceUpdate,
} from '../../contract/workspaces'

/** One member of a workspace, or of an app of its own, that a person changed: `name`, `limits.apiRequestsPerHour`, `alertDeliverySettings.alertTypes.testAlert`. */
export interface Edit {
  path: string
  before: unknown
  after: unknown
}

/** A member that I changed and somebody else changed too, since I began. */
export interface Conflict {
  path: string
  base: unknown
  mine: unknown
  theirs: unknown
}

/** Objects whose members are edited one by one; all else is edited whole. */
const memberwise = [
  'limits',
  'operatorLimits',
  'settings',
  'alertDeliverySettings.alertTypes',
] as const

/** What decides whose tokens are let in. */
export const signInPaths: readonly string[] = [
  'settings.disableSecretKeyAuth',
  'publicKeys',
  'jwksUri',
]

function split(path: string): [parent: (typeof memberwise)[number] | undefined, name: string] {
  const parent = memberwise.find((candidate) => path.startsWith(`${candidate}.`))
  return parent === undefined ? [undefined, path] : [parent, path.slice(parent.length + 1)]
}

/** What a workspace holds at a path. A type that the alert settings leave out is delivered internally only. */
export function valueAt(workspace: Workspace, path: string): unknown {
  const [parent, name] = split(path)
  switch (parent) {
    case 'limits':
      return workspace.limits?.[name]
    case 'operatorLimits':
      return workspace.operatorLimits?.[name]
    case 'settings':
      return workspace.settings?.[name] ?? false
    case 'alertDeliverySettings.alertTypes':
      return workspace.alertDeliverySettings?.alertTypes?.[name] ?? { internal: true }
    case undefined:
      return new Map<string, unknown>(Object.entries(workspace)).get(name)
  }
}

/** Nothing is the same however it is written: a field that was never set, cleared, or empty. */
const isEmptyValue = (value: unknown) => value === undefined || value === null || value === ''

const isSame = (one: unknown, other: unknown) =>
  dequal(one, other) || (isEmptyValue(one) && isEmptyValue(other))

/** The edit that makes one value of another, or none when they are the same. */
export function editOf(path: string, before: unknown, after: unknown): Edit[] {
  return isSame(before, after) ? [] : [{ path, before, after }]
}

/** The edit at a path, or none when the value is the one that is there. */
export function editAt(base: Workspace, path: string, after: unknown): Edit[] {
  return editOf(path, valueAt(base, path), after)
}

function membersOf(
  edits: readonly Edit[],
  parent: (typeof memberwise)[number],
): Record<string, unknown> {
  return Object.fromEntries(
    edits.flatMap(({ path, after }) =>
      split(path)[0] === parent ? [[split(path)[1], after]] : [],
    ),
  )
}

function allAlertTypes(
  workspace: Workspace,
  edited: Record<string, unknown>,
): Record<string, unknown> {
  const stored: Record<string, AlertDelivery> = workspace.alertDeliverySettings?.alertTypes ?? {}
  return {
    ...Object.fromEntries(alertTypeNames.map((name) => [name, stored[name] ?? { internal: true }])),
    ...edited,
  }
}

/**
 * The smallest body that makes the edits, those of the operator's limits aside: limits and settings
 * by member, alert delivery with all thirty types as the interface demands, everything else whole.
 * @throws when an edit is not one the interface takes
 */
export function toUpdate(workspace: Workspace, edits: readonly Edit[]): WorkspaceUpdate {
  const limits = membersOf(edits, 'limits')
  const switches = membersOf(edits, 'settings')
  const alertTypes = membersOf(edits, 'alertDeliverySettings.alertTypes')
  const whole = Object.fromEntries(
    edits.flatMap(({ path, after }) => (split(path)[0] === undefined ? [[path, after]] : [])),
  )
  return workspaceUpdateSchema.parse({
    ...whole,
    ...(Object.keys(limits).length === 0 ? {} : { limits }),
    ...(Object.keys(switches).length === 0 ? {} : { settings: switches }),
    ...(Object.keys(alertTypes).length === 0
      ? {}
      : { alertDeliverySettings: { alertTypes: allAlertTypes(workspace, alertTypes) } }),
  })
}

/** Returns whether an edit changes the operator's limits, which have their own operation. */
export function isOperatorEdit({ path }: Edit): boolean {
  return split(path)[0] === 'operatorLimits'
}

/**
 * Returns the operator's limits with the edits made, all of them as the operation demands. Limits
 * this console doesn't know are left out, since the operation refuses them.
 */
export function toOperatorLimits(workspace: Workspace, edits: readonly Edit[]): Limits {
  const edited = { ...workspace.operatorLimits, ...membersOf(edits, 'operatorLimits') }
  return limitsUpdateSchema.parse(
    Object.fromEntries(
      Object.entries(edited).filter(([name, entry]) => entry !== undefined && isLimitName(name)),
    ),
  )
}

/** My edits on top of a newer record: those that nobody else touched stand, those that somebody made already fall away, the rest are conflicts. @param valueNow what the newer record holds at a path */
export function rebase(
  edits: readonly Edit[],
  valueNow: (path: string) => unknown,
): { edits: Edit[]; conflicts: Conflict[] } {
  const standing: Edit[] = []
  const conflicts: Conflict[] = []
  for (const edit of edits) {
    const now = valueNow(edit.path)
    if (isSame(now, edit.after)) continue
    if (isSame(now, edit.before)) standing.push(edit)
    else conflicts.push({ path: edit.path, base: edit.before, mine: edit.after, theirs: now })
  }
  return { edits: standing, conflicts }
}

/** My side of a conflict, as an edit of the newer record. */
export function editOfConflict({ path, theirs, mine }: Conflict): Edit {
  return { path, before: theirs, after: mine }
}

/**
 * What was changed after a save was sent, as edits of the record that was saved. Something undone
 * meanwhile is an edit that sets the earlier value again.
 * @param sent what was saved
 * @param now all edits by now, of the same record as those that were sent
 * @param savedValue what the saved record holds at a path
 */
export function editsAfter(
  sent: readonly Edit[],
  now: readonly Edit[],
  savedValue: (path: string) => unknown,
): Edit[] {
  const sentAt = new Map(sent.map((edit) => [edit.path, edit]))
  const undone = sent
    .filter(({ path }) => !now.some((edit) => edit.path === path))
    .map(({ path, before }) => ({ path, before, after: before }))
  return [...now, ...undone].flatMap(({ path, before, after }) => {
    const sentEdit = sentAt.get(path)
    return isSame(after, sentEdit === undefined ? before : sentEdit.after)
      ? []
      : editOf(path, savedValue(path), after)
  })
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

/** The name of a member as a person would say it. */
export function labelOf(path: string): string {
  const [parent, name] = split(path)
  if (parent === 'limits') return isLimitName(name) ? limitFacts(name).label : name
  if (parent === 'operatorLimits')
    return `${isLimitName(name) ? limitFacts(name).label : name} (operator)`
  if (parent === 'settings') return isSettingName(name) ? settings[name].label : name
  if (parent === 'alertDeliverySettings.alertTypes')
    return isAlertType(name) ? alertTypeFacts(name).label : name
  return fieldLabels[name] ?? name
}
