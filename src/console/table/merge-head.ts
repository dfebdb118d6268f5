/**
 * Puts the first rows of a list, read again, before those loaded earlier. Of rows in both, the
 * newest version is used.
 * @param isWhole whether the head holds the whole list
 * @returns the rows, and whether some may be missing between the two
 */
export function mergeHead<Row extends { id: string }>(
  head: readonly Row[],
  loaded: readonly Row[],
  isWhole: boolean,
): { rows: readonly Row[]; hasGap: boolean } {
  if (isWhole) return { rows: head, hasGap: false }
  const last = head.at(-1)
  if (last === undefined) return { rows: loaded, hasGap: false }
  const end = loaded.findIndex(({ id }) => id === last.id)
  const ids = new Set(head.map(({ id }) => id))
  const rest = loaded.slice(end + 1).filter(({ id }) => !ids.has(id))
  return { rows: [...head, ...rest], hasGap: end === -1 && loaded.length > 0 }
}
