import { Text } from '@mantine/core'
import { useCallbackRef } from '@mantine/hooks'
import { useDeferredValue, useState, type KeyboardEvent } from 'react'
import { useSaveKey } from '@/console/forms/use-save-key'
import type { CellChange } from '@/console/grids/limit-drafts'
import { filters, groupLabels, type LimitRow } from '@/console/grids/limit-rows'
import { selectAll } from '@/console/table/grid-selection'
import { useClipboardEvents } from '@/console/table/use-clipboard-events'
import { useGrid } from '@/console/table/use-grid'
import {
  limitColumns,
  positionOf,
  type Editable,
  type EditedCell,
  type LimitColumn,
} from './columns'
import { ColumnHeads, GroupHead } from './grid-heads'
import type { GridMessage } from './grid-message'
import { commandOf } from './key-command'
import { LimitRowView } from './limit-row'
import { resetsOf, sectionsOf } from './sections'
import { useCellEditing } from './use-cell-editing'
import { useGridWidth } from './use-grid-width'
import { useRangeEdits } from './use-range-edits'
import { useSortedLimits } from './use-sorted-limits'
import classes from './limits-grid.module.css'

/** More than a window shows. The others are rendered after the first paint, bit by bit. */
const firstRows = 20

interface LimitsGridProps {
  /** All limits, and those that pass the filters. */
  all: readonly LimitRow[]
  filtered: readonly LimitRow[]
  /** The visible columns. */
  columns: readonly LimitColumn[]
  sort: string | undefined
  /** Undefined if another control sorts the limits. */
  onSort: ((sort: string | undefined) => void) | undefined
  isDense: boolean
  editable: Editable
  focus: string | undefined
  workspaceId: string
  onChange: (changes: readonly CellChange[]) => void
  /** Undefined if there is nothing to undo. */
  onUndo: (() => void) | undefined
  onRedo: (() => void) | undefined
  onMessage: (message: GridMessage | undefined) => void
  /** Called with the width in rem. */
  onWidth: (width: number) => void
}

/** The limits as a spreadsheet: one focusable grid with an active cell that the keyboard moves. */
export function LimitsGrid({
  all,
  filtered,
  columns,
  sort,
  onSort,
  isDense,
  editable,
  focus,
  workspaceId,
  onChange,
  onUndo,
  onRedo,
  onMessage,
  onWidth,
}: LimitsGridProps) {
  const [editing, setEditing] = useState<EditedCell>()
  const isHeld = editing !== undefined || all.some(filters.changed.passes)
  const sorted = useSortedLimits(all, sort, isHeld)
  const rows = sorted.filter((row) => filtered.includes(row))
  const { grid, onSelect, props } = useGrid({
    rows,
    columns,
    startColumn: positionOf(columns, 'workspace'),
    linkedRow: focus,
    onUndo,
    onRedo,
    onKey,
  })
  const rowsShown = useDeferredValue(Infinity, focus === undefined ? firstRows : Infinity)
  const cells = useCellEditing({
    all,
    rows,
    columns,
    setEditing,
    editable,
    grid,
    onChange,
    onMessage,
  })
  const range = useRangeEdits({ rows, columns, editable, grid, onChange, onMessage })
  useSaveKey(cells.editUnreadable)
  useGridWidth(props.ref, onWidth)

  const actions = {
    'fill down': range.fillDown,
    'select all': () => grid.select(selectAll(grid.size)),
    edit: () => cells.editActive(),
    clear: range.clear,
  }

  function onKey(event: KeyboardEvent<HTMLDivElement>): boolean {
    const command = commandOf(event)
    if (command === undefined) return false
    if (command.kind === 'type') cells.editActive(command.text)
    else actions[command.kind]()
    return true
  }

  /** Pastes cells, also from the cell that is being typed into: it takes a single one itself. */
  function onPaste(event: ClipboardEvent) {
    if (editing !== undefined) cells.onCancel()
    range.paste(event)
  }

  useClipboardEvents(props.ref, {
    onCopy: editing === undefined ? range.copy : undefined,
    onPaste,
  })

  const onSelectCell = useCallbackRef((row: number, column: number, extend: boolean) => {
    onSelect(row, column, extend)
    grid.focus()
  })

  // A stable function, so that headers render again only if their content changes.
  const reset = useCallbackRef((group: LimitRow['group']) => onChange(resetsOf(rows, group)))

  return (
    <div
      {...props}
      aria-label="Limits"
      aria-rowcount={rows.length + 1}
      aria-readonly={!(editable.workspace || editable.operator)}
      className={classes['grid']}
      data-dense={isDense}
      data-hidden={limitColumns
        .filter((column) => !columns.includes(column))
        .map(({ name }) => name)
        .join(' ')}
    >
      <ColumnHeads columns={columns} sort={sort} onSort={onSort} />
      {sectionsOf(rows, sort !== undefined).map(({ group, rows: inSection }) => (
        <div key={group ?? 'sorted'} role="rowgroup" aria-label={group && groupLabels[group]}>
          {group !== undefined && (
            <GroupHead
              group={group}
              columnCount={columns.length}
              isResettable={editable.workspace && resetsOf(rows, group).length > 0}
              onReset={reset}
            />
          )}
          {inSection.map(
            ({ row, index }) =>
              index < rowsShown && (
                <LimitRowView
                  key={row.name}
                  row={row}
                  index={index}
                  columns={columns}
                  workspaceId={workspaceId}
                  selected={grid.selectedIn(index)}
                  editable={editable}
                  editing={editing?.name === row.name ? editing : undefined}
                  onEnter={cells.onEnter}
                  onLeave={cells.onLeave}
                  onCancel={cells.onCancel}
                  onSelect={onSelectCell}
                  onOpen={cells.onOpen}
                />
              ),
          )}
        </div>
      ))}
      {rows.length === 0 && (
        <Text fz="sm" c="dimmed" className={classes['empty'] ?? ''}>
          No limits match.
        </Text>
      )}
    </div>
  )
}
