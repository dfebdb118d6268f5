import { useMediaQuery } from '@mantine/hooks'
import { useVirtualizer } from '@tanstack/react-virtual'
import {
  useEffect,
  useMemo,
  useRef,
  type ClipboardEvent,
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
} from 'react'
import { IconArrowDown, IconArrowUp } from '../ui/icons.gen'
import { CellCopier, cellAt } from './cell-copier'
import { nextSort, readSort, sortedBy } from './columns'
import { at, movedBy, type Cell } from './grid-selection'
import classes from './record-table.module.css'
import { selectByClick, toggleAll, type RowSelection } from './row-selection'
import type { TableView } from './table-view'
import { TickBox } from '../ui/tick-box'

const rowHeight = 44
const denseRowHeight = 32
const cardHeight = 72
const headHeight = 34
const loadAheadRows = 30
const [selectionWidth, actionsWidth] = [2.4, 6.5]

interface RecordTableProps<Row extends { id: string }> {
  label: string
  rows: readonly Row[]
  view: TableView<Row>
  sort: string | undefined
  onSort: (sort: string | undefined) => void
  hasMore?: boolean
  onMore?: () => void
  /** Returns the name of a row, for the label of its checkbox. */
  nameOf?: (row: Row) => string
  /** Undefined if rows cannot be selected. */
  selection?: RowSelection | undefined
  onSelection?: (selection: RowSelection) => void
  /** Renders the actions of a row. */
  renderActions?: ((row: Row) => ReactNode) | undefined
  /** Whether rows grow with their content. */
  wraps?: boolean
  /** Whether the rows belong to a previous search while the new one is loading. */
  isStale?: boolean
}

/**
 * A virtualized table of records. The arrow keys move between cells, Enter activates the control in
 * a cell, and copying a cell copies its value.
 */
export function RecordTable<Row extends { id: string }>({
  label,
  rows,
  view,
  sort,
  onSort,
  hasMore = false,
  onMore,
  nameOf,
  selection,
  onSelection,
  renderActions,
  wraps = false,
  isStale = false,
}: RecordTableProps<Row>) {
  const scroller = useRef<HTMLDivElement>(null)
  const { all, columns, isDense } = view
  const sorted = useMemo(() => sortedBy(rows, all, sort), [rows, all, sort])
  const isPhone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  const isMeasured = wraps || isPhone
  const height = isPhone ? cardHeight : isDense ? denseRowHeight : rowHeight
  const virtualizer = useVirtualizer({
    count: sorted.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 12,
    scrollPaddingEnd: headHeight,
  })
  const shown = virtualizer.getVirtualItems()
  const lastShown = shown.at(-1)?.index ?? 0

  useEffect(() => virtualizer.measure(), [virtualizer, height, isMeasured])
  useEffect(() => {
    if (hasMore && lastShown >= sorted.length - loadAheadRows) onMore?.()
  }, [hasMore, lastShown, sorted.length, onMore])

  const places = [
    ...(selection === undefined ? [] : [`${selectionWidth}rem`]),
    ...columns.map(({ width: [least, share] }) => `minmax(${least}rem, ${share}fr)`),
    ...(renderActions === undefined ? [] : [`${actionsWidth}rem`]),
  ]
  const least = columns.reduce((sum, { width }) => sum + width[0], selectionWidth + actionsWidth)
  const style: CSSProperties & Record<`--${string}`, string> = {
    '--columns': places.join(' '),
    '--least-width': `${least}rem`,
  }

  const find = ({ row, column }: Cell) =>
    scroller.current?.querySelector<HTMLElement>(`[data-row="${row}"][data-column="${column}"]`) ??
    undefined

  function focus(cell: Cell) {
    const drawn = find(cell)
    if (drawn !== undefined) return drawn.focus()
    virtualizer.scrollToIndex(cell.row)
    // It is drawn once it has been scrolled to.
    setTimeout(() => find(cell)?.focus(), 50)
  }

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    const cell = cellAt(event.target)
    if (event.target !== scroller.current && event.target !== cell) return
    if (event.key === 'Enter' && cell !== undefined)
      cell.querySelector<HTMLElement>('a, button, input')?.click()
    else if (event.key === 'Escape' && cell !== undefined) scroller.current?.focus()
    else {
      const here =
        cell === undefined
          ? undefined
          : at(Number(cell.dataset['row']), Number(cell.dataset['column']))
      const moved = movedBy(event, here ?? at(-1, 0), {
        rows: sorted.length,
        columns: columns.length,
      })
      if (moved === undefined || sorted.length === 0) return
      focus(
        here === undefined && event.key.startsWith('Arrow')
          ? { row: virtualizer.range?.startIndex ?? 0, column: 0 }
          : moved.focus,
      )
    }
    event.preventDefault()
    event.stopPropagation()
  }

  function onCopy(event: ClipboardEvent) {
    const cell = cellAt(document.activeElement)
    if (cell === undefined || window.getSelection()?.isCollapsed === false) return
    event.clipboardData.setData('text/plain', cell.dataset['copied'] ?? '')
    event.preventDefault()
  }

  // Memoized, so that scrolling does not render the cells of visible rows again.
  const made = useMemo(
    () => ({ columns, of: sorted, cells: new WeakMap<Row, ReactNode>() }),
    [columns, sorted],
  )
  function cellsOf(row: Row, index: number): ReactNode {
    const known = made.cells.get(row)
    if (known !== undefined) return known
    const cells = made.columns.map(
      ({ name, label: head, value, cell, isFigure = false }, column) => (
        <span
          key={name}
          role="gridcell"
          tabIndex={-1}
          className={classes['cell']}
          data-row={index}
          data-column={column}
          data-first={column === 0}
          data-label={head}
          data-figure={isFigure}
          data-copied={value(row) ?? ''}
        >
          {cell === undefined ? value(row) : cell(row)}
        </span>
      ),
    )
    made.cells.set(row, cells)
    return cells
  }

  const sorting = readSort(sort)
  const chosen = sorted.filter(({ id }) => selection?.ids.has(id) === true).length
  return (
    <div className={classes['frame']} data-stale={isStale}>
      <div
        ref={scroller}
        className={classes['scroller']}
        style={style}
        role="grid"
        aria-label={label}
        aria-rowcount={hasMore ? -1 : sorted.length + 1}
        tabIndex={0}
        data-wraps={wraps}
        onKeyDown={onKeyDown}
        onCopy={onCopy}
      >
        <div role="row" aria-rowindex={1} className={`${classes['row']} ${classes['head']}`}>
          {selection !== undefined && (
            <span role="columnheader">
              <TickBox
                label="Select all that are loaded"
                state={chosen === 0 ? 'off' : chosen === sorted.length ? 'on' : 'mixed'}
                onToggle={() => onSelection?.(toggleAll(selection, sorted))}
              />
            </span>
          )}
          {columns.map(({ name, label: head, isFigure = false }) => (
            <span
              key={name}
              role="columnheader"
              className={classes['cell']}
              data-figure={isFigure}
              aria-sort={
                sorting?.name !== name ? 'none' : sorting.descending ? 'descending' : 'ascending'
              }
            >
              <button
                type="button"
                className={classes['sort']}
                onClick={() => onSort(nextSort(sort, name))}
              >
                {head}
                {sorting?.name === name &&
                  (sorting.descending ? (
                    <IconArrowDown size={13} aria-hidden />
                  ) : (
                    <IconArrowUp size={13} aria-hidden />
                  ))}
              </button>
            </span>
          ))}
          {renderActions !== undefined && <span role="columnheader" />}
        </div>
        <div
          className={classes['body']}
          style={{ height: virtualizer.getTotalSize(), position: 'relative' }}
          role="rowgroup"
        >
          {shown.map(({ index, start }) => {
            const row = sorted[index]
            if (row === undefined) return null
            return (
              <div
                role="row"
                aria-rowindex={index + 2}
                key={row.id}
                ref={isMeasured ? virtualizer.measureElement : undefined}
                data-index={index}
                className={classes['row']}
                style={{ transform: `translateY(${start}px)`, ...(isMeasured ? {} : { height }) }}
                data-selected={selection?.ids.has(row.id)}
              >
                {selection !== undefined && (
                  <span role="gridcell">
                    <TickBox
                      label={`Select ${nameOf?.(row) ?? row.id}`}
                      state={selection.ids.has(row.id) ? 'on' : 'off'}
                      onToggle={(extend) =>
                        onSelection?.(selectByClick(selection, sorted, index, extend))
                      }
                    />
                  </span>
                )}
                {cellsOf(row, index)}
                {renderActions !== undefined && (
                  <span role="gridcell" className={classes['actions']}>
                    {renderActions(row)}
                  </span>
                )}
              </div>
            )
          })}
        </div>
      </div>
      <CellCopier table={scroller} />
    </div>
  )
}
