import { Button, Text, Tooltip } from '@mantine/core'
import { useCallbackRef } from '@mantine/hooks'
import { memo, useDeferredValue, useState, type KeyboardEvent } from 'react'
import { useSaveKey } from '@/console/forms/use-save-key'
import type { CellChange } from '@/console/grids/limit-drafts'
import { filters, groupLabels, type LimitRow } from '@/console/grids/limit-rows'
import { ColumnHead } from '@/console/table/column-head'
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
import type { GridMessage } from './grid-message'
import { LimitRowView } from './limit-row'
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
  // Sorted rows are in no groups.
  const groups = sort === undefined ? [...new Set(rows.map(({ group }) => group))] : [undefined]
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

  function onKey(event: KeyboardEvent<HTMLDivElement>): boolean {
    const command = event.ctrlKey || event.metaKey
    const key = event.key.toLowerCase()
    // With AltGr, Ctrl and Alt are part of the character.
    const isTyped =
      event.key.length === 1 && ((!command && !event.altKey) || event.getModifierState('AltGraph'))
    if (command && key === 'd') range.fillDown()
    else if (command && key === 'a') grid.select(selectAll(grid.size))
    // A space alone would clear the value.
    else if (event.key === 'Enter' || event.key === 'F2' || event.key === ' ') cells.editActive()
    else if (event.key === 'Delete' || event.key === 'Backspace') range.clear()
    // The question mark shows the keys everywhere.
    else if (isTyped && event.key !== '?') cells.editActive(event.key)
    else return false
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
  const reset = useCallbackRef((group: LimitRow['group']) =>
    onChange(
      rows
        .filter((row) => isResettable(row, group))
        .map(({ name }) => ({ name, layer: 'workspace', value: null })),
    ),
  )

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
      {groups.map((group) => (
        <div key={group ?? 'sorted'} role="rowgroup" aria-label={group && groupLabels[group]}>
          {group !== undefined && (
            <GroupHead
              group={group}
              columnCount={columns.length}
              isResettable={editable.workspace && rows.some((row) => isResettable(row, group))}
              onReset={reset}
            />
          )}
          {rows.map(
            (row, index) =>
              index < rowsShown &&
              (group === undefined || row.group === group) && (
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

/** Whether the workspace sets a custom value for a limit of the group. */
function isResettable(row: LimitRow, group: LimitRow['group']): boolean {
  return (
    row.group === group &&
    (row.values.workspace !== undefined || row.unreadable.workspace !== undefined)
  )
}

interface ColumnHeadsProps {
  columns: readonly LimitColumn[]
  sort: string | undefined
  /** Undefined if another control sorts the limits. */
  onSort: ((sort: string | undefined) => void) | undefined
}

const ColumnHeads = memo(function ColumnHeads({ columns, sort, onSort }: ColumnHeadsProps) {
  return (
    <div role="row" className={`${classes['line']} ${classes['head']}`} aria-rowindex={1}>
      {columns.map((column) => (
        <ColumnHead
          key={column.name}
          column={column}
          className={classes['cell']}
          sort={sort}
          onSort={onSort}
        />
      ))}
    </div>
  )
})

interface GroupHeadProps {
  group: LimitRow['group']
  columnCount: number
  /** Whether the workspace has a custom value in the group. */
  isResettable: boolean
  onReset: (group: LimitRow['group']) => void
}

const GroupHead = memo(function GroupHead({
  group,
  columnCount,
  isResettable,
  onReset,
}: GroupHeadProps) {
  return (
    <div className={classes['group']} role="row">
      <span role="gridcell" aria-colspan={columnCount} className={classes['groupCell']}>
        <Text span fz="sm" fw={620}>
          {groupLabels[group]}
        </Text>
        {isResettable && (
          <Tooltip label="Clears the workspace values of this group, so that the defaults apply">
            <Button
              size="compact-xs"
              variant="subtle"
              onClick={() => onReset(group)}
              aria-label={`Reset to defaults: ${groupLabels[group]}`}
            >
              Reset to defaults
            </Button>
          </Tooltip>
        )}
      </span>
    </div>
  )
})
