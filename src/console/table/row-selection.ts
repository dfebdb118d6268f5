/** Rows that are chosen by their ids, one by one, as a range, or all that were loaded. */
export interface RowSelection {
  ids: ReadonlySet<string>
  /** Where a range would begin. */
  last: number | undefined
}

export const nothingSelected: RowSelection = { ids: new Set(), last: undefined }

/** The selection after a click on a row: with Shift, all rows from the last click to this one take its new state. */
export function clicked(
  selection: RowSelection,
  rows: readonly { id: string }[],
  index: number,
  shift: boolean,
): RowSelection {
  const row = rows[index]
  if (row === undefined) return selection
  const chosen = !selection.ids.has(row.id)
  const from = shift && selection.last !== undefined ? Math.min(selection.last, index) : index
  const to = shift && selection.last !== undefined ? Math.max(selection.last, index) : index
  const ids = new Set(selection.ids)
  for (const { id } of rows.slice(from, to + 1)) {
    if (chosen) ids.add(id)
    else ids.delete(id)
  }
  return { ids, last: index }
}

/** All rows chosen, or none when they all were. */
export function toggledAll(selection: RowSelection, rows: readonly { id: string }[]): RowSelection {
  const all = rows.length > 0 && rows.every(({ id }) => selection.ids.has(id))
  return all
    ? nothingSelected
    : { ids: new Set([...selection.ids, ...rows.map(({ id }) => id)]), last: undefined }
}
