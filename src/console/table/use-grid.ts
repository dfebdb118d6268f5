import { useCallbackRef } from '@mantine/hooks'
import { useCallback, useEffect, useEffectEvent, useRef, useState, type KeyboardEvent } from 'react'
import {
  selectCell,
  findSelection,
  moveColumns,
  moveSelection,
  nameSelection,
  rangeOf,
  type GridSelection,
  type GridSize,
} from './grid-selection'
import { useActiveCellInView } from './use-active-cell-in-view'

/** What the cells and the operations of a grid need from it. */
export interface Grid {
  size: GridSize
  selection: GridSelection
  /** The corners of the selection, both inclusive. */
  range: ReturnType<typeof rangeOf>
  /** Returns the selected cells of a row. */
  selectedIn: (row: number) => SelectedCells
  select: (selection: GridSelection) => void
  focus: () => void
}

/** The selected cells of one row, by column. */
export interface SelectedCells {
  /** The first and last one; undefined if the row is not selected. */
  range: readonly [first: number, last: number] | undefined
  /** The active one; undefined if it is in another row. */
  active: number | undefined
}

interface GridOptions<Row> {
  /** The visible rows. The selection stays on its rows when a filter moves them. */
  rows: readonly Row[]
  /** The visible columns. The selection stays on them when the user shows or hides others. */
  columns: readonly unknown[]
  /** The column that is active at first, and that a link leads to. */
  startColumn: number
  /** The name of the row that the URL links to. */
  linkedRow: string | undefined
  /** Undefined if there is nothing to undo. */
  onUndo: (() => void) | undefined
  onRedo: (() => void) | undefined
  /** Handles the keys of one grid alone. Returns whether it used the key. */
  onKey: (event: KeyboardEvent<HTMLDivElement>) => boolean
}

/** Returns the DOM id of a grid cell. A page has one grid. */
function cellId(row: string, column: number): string {
  return `cell-${row}-${column}`
}

/** Returns the props of a grid cell. */
export function cellProps(row: string, column: number, { range, active }: SelectedCells) {
  return {
    role: 'gridcell',
    id: cellId(row, column),
    'aria-selected': range !== undefined && column >= range[0] && column <= range[1],
    'data-active': column === active,
  }
}

/**
 * Manages the keyboard and the selection of a grid: one focusable element with an active cell. The
 * arrow, Home, End and page keys move it, Shift extends the selection, Enter follows the first link
 * of the active cell and Shift+Enter its last, Ctrl+Z and Ctrl+Y undo and redo.
 */
export function useGrid<Row extends { name: string }>({
  rows,
  columns,
  startColumn,
  linkedRow,
  onUndo,
  onRedo,
  onKey,
}: GridOptions<Row>) {
  const ref = useRef<HTMLDivElement>(null)
  const size: GridSize = { rows: rows.length, columns: columns.length }
  const [selection, select] = useGridSelection(rows, columns, startColumn)
  const active = rows[selection.focus.row]
  const activeId = active && cellId(active.name, selection.focus.column)

  // An event, since only a new link moves the cell, not each change of the rows.
  const followRowLink = useEffectEvent((linked: string) => {
    const row = rows.findIndex(({ name }) => name === linked)
    if (row === -1) return
    select(selectCell(row, startColumn))
    ref.current?.focus()
    document.getElementById(cellId(linked, startColumn))?.scrollIntoView({ block: 'center' })
  })
  useEffect(() => {
    if (linkedRow !== undefined) followRowLink(linkedRow)
  }, [linkedRow])
  useActiveCellInView(ref, activeId)

  function followLink(isLast: boolean): boolean {
    const links = document.getElementById(activeId ?? '')?.querySelectorAll('a')
    const link = [...(links ?? [])].at(isLast ? -1 : 0)
    link?.click()
    return link !== undefined
  }

  function handle(event: KeyboardEvent<HTMLDivElement>): boolean {
    const moved = moveSelection(event, selection, size)
    if (moved !== undefined) {
      select(moved)
      return true
    }
    const key = event.key.toLowerCase()
    if ((event.ctrlKey || event.metaKey) && (key === 'z' || key === 'y')) {
      const isUndo = key === 'z' && !event.shiftKey
      ;(isUndo ? onUndo : onRedo)?.()
      return true
    }
    return (event.key === 'Enter' && followLink(event.shiftKey)) || onKey(event)
  }

  // The active cell is scrolled into view where it moves. To scroll to the grid itself, the browser
  // would lay out the page before the changes of the same key are rendered.
  const focus = useCallback(() => ref.current?.focus({ preventScroll: true }), [])
  const onSelect = useCallbackRef((row: number, column: number, extend: boolean) => {
    select(extend ? { anchor: selection.anchor, focus: { row, column } } : selectCell(row, column))
  })
  const range = rangeOf(selection)
  const selectedIn = (row: number): SelectedCells => ({
    range: row >= range.top && row <= range.bottom ? [range.left, range.right] : undefined,
    active: row === selection.focus.row ? selection.focus.column : undefined,
  })
  const grid: Grid = { size, selection, range, selectedIn, select, focus }
  return {
    grid,
    /** Selects a cell that was clicked, or the range up to it. */
    onSelect,
    /** The props of the element with the role grid. */
    props: {
      ref,
      role: 'grid',
      tabIndex: 0,
      'aria-multiselectable': true,
      'aria-activedescendant': activeId,
      onKeyDown: (event: KeyboardEvent<HTMLDivElement>) => {
        if (event.target === ref.current && handle(event)) event.preventDefault()
      },
    },
  }
}

/** Returns the selection of a grid with filtered rows, and a function to set it. */
function useGridSelection(
  rows: readonly { name: string }[],
  columns: readonly unknown[],
  startColumn: number,
): [GridSelection, (selection: GridSelection) => void] {
  const toStored = (selection: GridSelection) => ({
    named: nameSelection(selection, rows),
    columns,
  })
  const [stored, setStored] = useState(() => toStored(selectCell(0, startColumn)))
  const select = useCallbackRef((selection: GridSelection) => setStored(toStored(selection)))
  const { selection } = stored.named
  const moved = moveColumns(selection, stored.columns, columns, startColumn)
  return [findSelection({ ...stored.named, selection: moved }, rows, columns.length), select]
}
