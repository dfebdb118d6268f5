import { useMemo, type ReactNode } from 'react'
import type { Column } from './columns'
import classes from './record-table.module.css'

/**
 * Returns a function that renders the cells of a row. They are memoized, so that scrolling does not
 * render the cells of visible rows again.
 */
export function useTableCells<Row extends object>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
): (row: Row, index: number) => ReactNode {
  const rendered = useMemo(
    // A new cache for other rows too: the cells hold the index of their row.
    () => ({ rows, columns, cells: new WeakMap<Row, ReactNode>() }),
    [rows, columns],
  )
  return (row, index) => {
    const known = rendered.cells.get(row)
    if (known !== undefined) return known
    const cells = rendered.columns.map((column, position) => (
      <TableCell
        key={column.name}
        column={column}
        row={row}
        rowIndex={index}
        columnIndex={position}
      />
    ))
    rendered.cells.set(row, cells)
    return cells
  }
}

interface TableCellProps<Row> {
  column: Column<Row>
  row: Row
  rowIndex: number
  columnIndex: number
}

function TableCell<Row>({ column, row, rowIndex, columnIndex }: TableCellProps<Row>) {
  const { label, value, cell, isFigure = false } = column
  return (
    <span
      role="gridcell"
      tabIndex={-1}
      className={classes['cell']}
      data-row={rowIndex}
      data-column={columnIndex}
      data-first={columnIndex === 0}
      data-label={label}
      data-figure={isFigure}
      data-copied={value(row) ?? ''}
    >
      {cell === undefined ? value(row) : cell(row)}
    </span>
  )
}
