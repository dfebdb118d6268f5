import { dequal } from 'dequal'
import { alertTypeNames, type AlertDelivery } from '../../contract/alerts'
import { isLimitName, limitsUpdateSchema, type Limits } from '../../contract/limits'
import {
  workspaceUpdateSchema,
  type Workspace,
  type WorkspaceUpdate,
} from '../../contract/workspaces'
import { memberAt, type Channel, type EditableLayer } from './member-path'

/** A member of a workspace, or of an app of its own, that a person changed. */
export interface Edit {
  /** See `memberAt`. */
  path: string
  before: unknown
  after: unknown
}

/** A member that both I and someone else changed since I began. */
export interface Conflict {
  path: string
  base: unknown
  mine: unknown
  theirs: unknown
}

/** What decides whose tokens are accepted. */
export const signInPaths: readonly string[] = [
  'settings.disableSecretKeyAuth',
  'publicKeys',
  'jwksUri',
]

const internalOnly: AlertDelivery = { internal: true }

/** Returns how a workspace delivers an alert type: internally only, where its settings omit it. */
export function deliveryOf(workspace: Workspace, alertType: string): AlertDelivery {
  return workspace.alertDeliverySettings?.alertTypes?.[alertType] ?? internalOnly
}

/** Returns whether alerts are delivered by a channel. */
export function isDelivered(delivery: AlertDelivery, channel: Channel): boolean {
  return delivery[channel]?.enabled === true
}

/** Returns what a workspace holds at a path. */
export function valueAt(workspace: Workspace, path: string): unknown {
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
    case 'field':
      return new Map<string, unknown>(Object.entries(workspace)).get(member.name)
  }
}

/** No value is the same however it is written: a field that was never set, cleared, or empty. */
const isEmptyValue = (value: unknown) => value === undefined || value === null || value === ''

const isSame = (one: unknown, other: unknown) =>
  dequal(one, other) || (isEmptyValue(one) && isEmptyValue(other))

/** Returns the edit that changes one value to another, or none when they are the same. */
export function editOf(path: string, before: unknown, after: unknown): Edit[] {
  return isSame(before, after) ? [] : [{ path, before, after }]
}

/** Returns the edit that sets the value at a path, or none when it is set already. */
export function editAt(base: Workspace, path: string, after: unknown): Edit[] {
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

/** Returns all alert types with the edited channels. A channel that isn't edited keeps its form. */
function alertTypesWith(
  workspace: Workspace,
  edits: readonly Edit[],
): Record<string, AlertDelivery> | undefined {
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
    ...Object.fromEntries(alertTypeNames.map((name) => [name, deliveryOf(workspace, name)])),
    ...edited,
  }
}

/**
 * Returns the smallest body that makes the edits, those of the operator's limits aside: limits and
 * settings by member, alert delivery with all thirty types as the interface demands, everything
 * else whole.
 * @throws when an edit is not one that the interface takes
 */
export function toUpdate(workspace: Workspace, edits: readonly Edit[]): WorkspaceUpdate {
  const limits = limitsIn(edits, 'workspace')
  const alertTypes = alertTypesWith(workspace, edits)
  const named = (kind: 'setting' | 'field') =>
    Object.fromEntries(
      edits.flatMap(({ path, after }) => {
        const member = memberAt(path)
        return member.kind === kind ? [[member.name, after]] : []
      }),
    )
  const settings = named('setting')
  return workspaceUpdateSchema.parse({
    ...named('field'),
    ...(Object.keys(limits).length === 0 ? {} : { limits }),
    ...(Object.keys(settings).length === 0 ? {} : { settings }),
    ...(alertTypes === undefined ? {} : { alertDeliverySettings: { alertTypes } }),
  })
}

/** Returns whether an edit changes the operator's limits, which have their own operation. */
export function isOperatorEdit({ path }: Edit): boolean {
  const member = memberAt(path)
  return member.kind === 'limit' && member.layer === 'operator'
}

/**
 * Returns the operator's limits with the edits made, all of them as the operation demands. Limits
 * this console doesn't know are left out, since the operation refuses them.
 */
export function toOperatorLimits(workspace: Workspace, edits: readonly Edit[]): Limits {
  const edited = { ...workspace.operatorLimits, ...limitsIn(edits, 'operator') }
  return limitsUpdateSchema.parse(
    Object.fromEntries(
      Object.entries(edited).filter(([name, entry]) => entry !== undefined && isLimitName(name)),
    ),
  )
}

/** Adds edits to those there are; a later edit of the same member replaces the earlier one. */
export function mergeEdits(edits: readonly Edit[], later: readonly Edit[]): Edit[] {
  return [...new Map([...edits, ...later].map((edit) => [edit.path, edit])).values()]
}

/**
 * Rebases my edits onto a newer record: those that nobody else touched stay, those that someone
 * has made already are dropped, the rest are conflicts.
 * @param valueNow what the newer record holds at a path
 */
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

/** Returns my side of a conflict, as an edit of the newer record. */
export function editOfConflict({ path, theirs, mine }: Conflict): Edit {
  return { path, before: theirs, after: mine }
}

/**
 * Returns what was changed after a save was sent, as edits of the record that was saved. An edit
 * that was undone meanwhile becomes one that sets the earlier value again.
 * @param sent what was saved
 * @param now all current edits, of the same record as those that were sent
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
