/** The position of a cell in a grid, from 0. */
export interface Cell {
  row: number
  column: number
}

/** A range of cells, from its anchor to the cell with the focus. */
export interface GridSelection {
  anchor: Cell
  focus: Cell
}

export interface GridSize {
  rows: number
  columns: number
}

interface PressedKey {
  key: string
  shiftKey: boolean
  ctrlKey: boolean
  metaKey: boolean
}

const pageRows = 10

/** Returns the selection of one cell. */
export function selectCell(row: number, column: number): GridSelection {
  return { anchor: { row, column }, focus: { row, column } }
}

/** Returns the selection of all cells. */
export function selectAll({ rows, columns }: GridSize): GridSelection {
  return { anchor: { row: 0, column: 0 }, focus: { row: rows - 1, column: columns - 1 } }
}

/** Clamps a selection to the size of the grid, which a filter may have reduced. */
export function clampSelection(
  selection: GridSelection,
  { rows, columns }: GridSize,
): GridSelection {
  const clamp = ({ row, column }: Cell): Cell => ({
    row: Math.max(0, Math.min(row, rows - 1)),
    column: Math.max(0, Math.min(column, columns - 1)),
  })
  return { anchor: clamp(selection.anchor), focus: clamp(selection.focus) }
}

/**
 * Returns the selection after an arrow, Home, End or page key; Shift extends the range. Undefined
 * for other keys.
 */
export function moveSelection(
  { key, shiftKey, ctrlKey, metaKey }: PressedKey,
  selection: GridSelection,
  size: GridSize,
): GridSelection | undefined {
  const far = ctrlKey || metaKey
  const { row, column } = selection.focus
  const targets: Record<string, Cell> = {
    ArrowUp: { row: far ? 0 : row - 1, column },
    ArrowDown: { row: far ? size.rows - 1 : row + 1, column },
    ArrowLeft: { row, column: far ? 0 : column - 1 },
    ArrowRight: { row, column: far ? size.columns - 1 : column + 1 },
    Home: { row: far ? 0 : row, column: 0 },
    End: { row: far ? size.rows - 1 : row, column: size.columns - 1 },
    PageUp: { row: row - pageRows, column },
    PageDown: { row: row + pageRows, column },
  }
  const focus = targets[key]
  if (focus === undefined) return undefined
  return clampSelection({ anchor: shiftKey ? selection.anchor : focus, focus }, size)
}

/** Returns the corners of a selection, both inclusive. */
export function rangeOf({ anchor, focus }: GridSelection) {
  return {
    top: Math.min(anchor.row, focus.row),
    bottom: Math.max(anchor.row, focus.row),
    left: Math.min(anchor.column, focus.column),
    right: Math.max(anchor.column, focus.column),
  }
}

/** A selection with its rows by name, so that it stays on them when filters move them. */
interface NamedSelection {
  selection: GridSelection
  anchor: string | undefined
  focus: string | undefined
}

/** Names the rows of a selection, to find it again when they have moved. */
export function nameSelection(
  selection: GridSelection,
  rows: readonly { name: string }[],
): NamedSelection {
  return {
    selection,
    anchor: rows[selection.anchor.row]?.name,
    focus: rows[selection.focus.row]?.name,
  }
}

/**
 * Finds a selection among the visible rows. A range is reduced to its focus if rows appeared or
 * disappeared in it. If the row of the focus disappeared, the focus keeps its position in the grid.
 */
export function findSelection(
  { selection, anchor, focus }: NamedSelection,
  rows: readonly { name: string }[],
  columns: number,
): GridSelection {
  const indexOf = (name: string | undefined) => rows.findIndex((row) => row.name === name)
  const [anchorRow, focusRow] = [indexOf(anchor), indexOf(focus)]
  const size = { rows: rows.length, columns }
  const isWhole =
    anchorRow !== -1 &&
    focusRow !== -1 &&
    focusRow - anchorRow === selection.focus.row - selection.anchor.row
  if (isWhole)
    return {
      anchor: { row: anchorRow, column: selection.anchor.column },
      focus: { row: focusRow, column: selection.focus.column },
    }
  return clampSelection(
    selectCell(focusRow === -1 ? selection.focus.row : focusRow, selection.focus.column),
    size,
  )
}

/**
 * Returns the selection on the same columns after others were shown or hidden. It is reduced to its
 * focus if it ended in a hidden column, and goes to the start column if the focus was in one.
 */
export function moveColumns(
  selection: GridSelection,
  before: readonly unknown[],
  after: readonly unknown[],
  startColumn: number,
): GridSelection {
  if (before === after) return selection
  const columnAfter = (column: number) => after.indexOf(before[column])
  const [anchor, focus] = [
    columnAfter(selection.anchor.column),
    columnAfter(selection.focus.column),
  ]
  if (focus === -1) return selectCell(selection.focus.row, startColumn)
  if (anchor === -1) return selectCell(selection.focus.row, focus)
  return {
    anchor: { row: selection.anchor.row, column: anchor },
    focus: { row: selection.focus.row, column: focus },
  }
}
