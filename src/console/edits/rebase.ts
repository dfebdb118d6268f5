import { editOf, isSame, type Edit } from './edits'
import type { MemberPath } from './member-path'
import { mergeLists } from './merge-lists'

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

/** The user's edits as edits of a newer record. */
export interface Rebased {
  /** The edits of members that nobody else changed. */
  standing: Edit[]
  conflicts: Conflict[]
}

/** Returns all the edits; those in conflict keep the user's value. */
export function withMine({ standing, conflicts }: Rebased): Edit[] {
  return [...standing, ...conflicts.map(({ keepMine }) => keepMine)]
}

/**
 * Rebases the user's edits onto a newer record: edits of members that nobody else changed stay,
 * edits that someone else has made too are dropped, the rest are conflicts. Lists are merged by
 * element.
 * @param valueNow returns the value of the newer record at a path
 */
export function rebase(edits: readonly Edit[], valueNow: (path: MemberPath) => unknown): Rebased {
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
    const sides = { base: before, mine: after, theirs: now }
    // What is no list is in conflict as a whole.
    const whole = { withMine: after, withTheirs: now, conflict: sides }
    const merged = mergeLists(path, sides) ?? whole
    const keepTheirs = editOf(path, now, merged.withTheirs)
    // Without a conflict, the user's changes are in both lists.
    if (merged.conflict === undefined) standing.push(...keepTheirs)
    else {
      const keepMine = { path, before: now, after: merged.withMine }
      conflicts.push({ path, ...merged.conflict, keepMine, keepTheirs })
    }
  }
  return { standing, conflicts }
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
