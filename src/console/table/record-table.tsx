import { useMemo, useRef, type CSSProperties, type ReactNode } from 'react'
import type { TriState } from '@/console/ui/inputs/grid-checkbox'
import { useIsPhone } from '@/console/ui/page/use-is-phone'
import { CardSort } from './card-sort'
import { CellCopier } from './cell-copier'
import { sortedBy, type Column } from './columns'
import { selectByClick, toggleAll, type RowSelection } from './row-selection'
import { useTableCells } from './table-cells'
import { TableHead } from './table-head'
import { TableRow } from './table-row'
import type { TableView } from './table-view'
import { useCellFocus } from './use-cell-focus'
import { useRestoredScroll } from './use-restored-scroll'
import { useVirtualRows } from './use-virtual-rows'
import classes from './record-table.module.css'

/** The widths in rem of the columns with checkboxes and with the actions of a row. */
const [selectionWidth, actionsWidth] = [2.4, 6.5]

interface RecordTableProps<Row extends { id: string }> {
  label: string
  rows: readonly Row[]
  view: TableView<Column<Row>>
  sort: string | undefined
  onSort: (sort: string | undefined) => void
  /** Whether the rows are in that order already. */
  isSorted?: boolean
  hasMore?: boolean
  onMore?: (() => void) | undefined
  /** Returns the name of a row, for the label of its checkbox. */
  nameOf?: (row: Row) => string
  /** Undefined if rows cannot be selected. */
  selection?: RowSelection | undefined
  onSelection?: ((selection: RowSelection) => void) | undefined
  /** Renders the actions of a row. */
  renderActions?: ((row: Row) => ReactNode) | undefined
  /** Whether rows grow with their content. */
  wraps?: boolean
}

/**
 * A virtualized table of records. The arrow keys move between cells, Enter activates the control in
 * a cell, Space ticks its row, and copying a cell copies its value.
 */
export function RecordTable<Row extends { id: string }>({
  label,
  rows,
  view,
  sort,
  onSort,
  isSorted = false,
  hasMore = false,
  onMore,
  nameOf,
  selection,
  onSelection,
  renderActions,
  wraps = false,
}: RecordTableProps<Row>) {
  const scroller = useRef<HTMLDivElement>(null)
  const isPhone = useIsPhone()
  const { all, columns, isDense } = view
  const sorted = useMemo(
    () => (isSorted ? rows : sortedBy(rows, all, sort)),
    [isSorted, rows, all, sort],
  )
  const count = sorted.length
  const { virtualizer, visible, fixedHeight } = useVirtualRows({
    scroller,
    count,
    isDense,
    isPhone,
    wraps,
    hasMore,
    onMore,
  })
  useRestoredScroll({ id: label, scroller, size: virtualizer.getTotalSize(), hasMore, onMore })
  const size = { rows: count, columns: columns.length }
  const onKeyDown = useCellFocus(scroller, size, virtualizer)
  const renderCells = useTableCells(sorted, columns)
  const selected = selection && stateOfAll(selection, sorted)
  const toggleLoaded = () => selection && onSelection?.(toggleAll(selection, sorted))
  return (
    <div className={classes['frame']}>
      {isPhone && (
        <CardSort
          columns={columns}
          sort={sort}
          onSort={onSort}
          selected={selected}
          onToggleAll={toggleLoaded}
        />
      )}
      <div
        ref={scroller}
        className={classes['scroller']}
        style={gridStyle(columns, selection !== undefined, renderActions !== undefined)}
        role="grid"
        data-scroll-restoration-id={label}
        aria-label={label}
        aria-rowcount={hasMore ? -1 : count + 1}
        tabIndex={0}
        data-wraps={wraps}
        onKeyDown={onKeyDown}
      >
        <TableHead
          columns={columns}
          sort={sort}
          onSort={onSort}
          selected={selected}
          onToggleAll={toggleLoaded}
          isPhone={isPhone}
          hasActions={renderActions !== undefined}
        />
        <div
          className={classes['body']}
          style={{ height: virtualizer.getTotalSize(), position: 'relative' }}
          role="rowgroup"
        >
          {visible.map(({ index, start }) => {
            const row = sorted[index]
            if (row === undefined) return null
            return (
              <TableRow
                key={row.id}
                index={index}
                start={start}
                height={fixedHeight}
                measure={fixedHeight === undefined ? virtualizer.measureElement : undefined}
                name={nameOf?.(row) ?? row.id}
                isSelected={selection?.ids.has(row.id)}
                onSelect={(extend) =>
                  selection && onSelection?.(selectByClick(selection, sorted, index, extend))
                }
                cells={renderCells(row, index)}
                actions={renderActions && (renderActions(row) ?? null)}
              />
            )
          })}
        </div>
      </div>
      <CellCopier table={scroller} />
    </div>
  )
}

/** Returns the column widths of the table, as variables for its style sheet. */
function gridStyle<Row>(
  columns: readonly Column<Row>[],
  isSelectable: boolean,
  hasActions: boolean,
): CSSProperties & Record<`--${string}`, string> {
  const widths = [
    ...(isSelectable ? [`${selectionWidth}rem`] : []),
    ...columns.map(
      ({ width: [least, share] }) => `minmax(calc(${least}rem * var(--on-screen)), ${share}fr)`,
    ),
    ...(hasActions ? [`${actionsWidth}rem`] : []),
  ]
  const least = columns.reduce(
    (sum, { width }) => sum + width[0],
    (isSelectable ? selectionWidth : 0) + (hasActions ? actionsWidth : 0),
  )
  return {
    '--columns': widths.join(' '),
    '--least-width': `${least}rem`,
    '--actions-width': hasActions ? `${actionsWidth}rem` : '0rem',
  }
}

/** Returns the state of the checkbox that represents all rows. */
function stateOfAll({ ids }: RowSelection, rows: readonly { id: string }[]): TriState {
  const count = rows.filter(({ id }) => ids.has(id)).length
  return count === 0 ? 'off' : count === rows.length ? 'on' : 'mixed'
}
