import { dequal } from 'dequal'
import {
  connectorUpdateSchema,
  type ConnectorCreate,
  type ConnectorUpdate,
} from '../../../../../contract/connectors'

type Members = Readonly<Record<string, unknown>>

/** Members of a connector that don't belong to its specification. */
const recordMembers = new Set([
  'id',
  'uuid',
  'version',
  'createdAt',
  'updatedAt',
  'archivedAt',
  'isReadOnly',
])

/** Returns the members of a connector that belong to its specification, and its key. */
export function specificationMembers(connector: Members): Record<string, unknown> {
  return Object.fromEntries(Object.entries(connector).filter(([name]) => !recordMembers.has(name)))
}

/** Returns the members of a connector that can change. */
export function changeableMembers(connector: Members): Record<string, unknown> {
  const { key: _key, ...members } = specificationMembers(connector)
  return members
}

/** Returns the request that replaces a connector by what the form describes. */
export function updateOf({ key: _key, uuid: _uuid, ...members }: ConnectorCreate): ConnectorUpdate {
  return members
}

/** Two changes of the same connector. */
export interface MergedSpecification {
  /** The members that both changed, to different values. */
  conflicts: string[]
  withMine: Record<string, unknown>
  withTheirs: Record<string, unknown>
}

/**
 * Merges the changes of two users who began with the same connector, member by member. Where the
 * result would be no valid connector, all that differs is in conflict.
 */
export function mergeSpecifications(
  base: Members,
  mine: Members,
  theirs: Members,
): MergedSpecification {
  const names = [...new Set([...Object.keys(mine), ...Object.keys(theirs)])]
  const differing = names.filter((name) => !dequal(mine[name], theirs[name]))
  const isUnchanged = (members: Members, name: string) => dequal(members[name], base[name])
  const conflicts = differing.filter(
    (name) => !isUnchanged(mine, name) && !isUnchanged(theirs, name),
  )
  /** Merges them, with one user's values of what is in conflict. */
  const pick = (preferred: Members) =>
    Object.fromEntries(
      names
        .map((name) => {
          const changed = isUnchanged(mine, name) ? theirs : mine
          return [name, (conflicts.includes(name) ? preferred : changed)[name]] as const
        })
        .filter(([, value]) => value !== undefined),
    )
  const withMine = pick(mine)
  const withTheirs = pick(theirs)
  const isValid = [withMine, withTheirs].every(
    (members) => connectorUpdateSchema.safeParse(members).success,
  )
  return isValid
    ? { conflicts, withMine, withTheirs }
    : { conflicts: differing, withMine: { ...mine }, withTheirs: { ...theirs } }
}
