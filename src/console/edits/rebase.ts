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
