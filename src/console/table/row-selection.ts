/** The selected rows by id. */
export interface RowSelection {
  ids: ReadonlySet<string>
  /** The last clicked row, where a range begins. An id, because sorting moves rows. */
  anchor: string | undefined
}

export const nothingSelected: RowSelection = { ids: new Set(), anchor: undefined }

/**
 * Returns the selection after a click on a row. With Shift, all rows from the last click to this
 * one, in the current order, get its new state. If the last clicked row is gone, only this one
 * does.
 */
export function selectByClick(
  selection: RowSelection,
  rows: readonly { id: string }[],
  index: number,
  shift: boolean,
): RowSelection {
  const row = rows[index]
  if (row === undefined) return selection
  const chosen = !selection.ids.has(row.id)
  const anchor = shift ? rows.findIndex(({ id }) => id === selection.anchor) : -1
  const start = anchor === -1 ? index : anchor
  const ids = new Set(selection.ids)
  for (const { id } of rows.slice(Math.min(start, index), Math.max(start, index) + 1)) {
    if (chosen) ids.add(id)
    else ids.delete(id)
  }
  return { ids, anchor: row.id }
}

/** Returns a selection without some rows, and without the beginning of a range. */
export function withoutIds({ ids }: RowSelection, removed: readonly string[]): RowSelection {
  const gone = new Set(removed)
  return { ids: new Set([...ids].filter((id) => !gone.has(id))), anchor: undefined }
}

/** Selects all rows, or deselects them if all are selected. Others stay as they are. */
export function toggleAll(selection: RowSelection, rows: readonly { id: string }[]): RowSelection {
  const all = rows.length > 0 && rows.every(({ id }) => selection.ids.has(id))
  const shown = rows.map(({ id }) => id)
  return all
    ? withoutIds(selection, shown)
    : { ids: new Set([...selection.ids, ...shown]), anchor: undefined }
}
