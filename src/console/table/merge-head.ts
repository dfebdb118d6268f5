/**
 * Puts the newest rows of a list before those loaded earlier. Of rows in both, the newest version
 * is used.
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
  if (end !== -1) return { rows: [...head, ...loaded.slice(end + 1)], hasGap: false }
  const ids = new Set(head.map(({ id }) => id))
  return { rows: [...head, ...loaded.filter(({ id }) => !ids.has(id))], hasGap: loaded.length > 0 }
}
