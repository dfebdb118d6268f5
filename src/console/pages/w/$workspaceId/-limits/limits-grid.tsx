import { Button, Text, Tooltip } from '@mantine/core'
import { useCallbackRef } from '@mantine/hooks'
import { memo, useEffect, useRef, useState, type ClipboardEvent, type KeyboardEvent } from 'react'
import { useActiveCellInView } from '../../../../table/active-cell'
import { at, movedBy, rangeOf, clampSelection } from '../../../../table/grid-selection'
import { useGridSelection } from '../../../../table/use-grid-selection'
import { userLocale } from '../../../../ui/locale'
import { parseQuantity } from '../../../../ui/quantity'
import { copyText, planPaste } from './clipboard'
import { columnOf, columns, editableLayerAt, editText, layerOf, type Editable } from './columns'
import classes from './limits-grid.module.css'
import { LimitRowView, type EditableCell } from './limit-row'
import {
  editableLayers,
  groupLabels,
  valueIn,
  type CellChange,
  type LimitRow,
} from '../../../../forms/limit-rows'
import type { EditableLayer } from '../../../../forms/member-path'

/** The message of the grid about the last key, paste or click. */
export interface GridMessage {
  text: string
  isError: boolean
}

interface LimitsGridProps {
  rows: readonly LimitRow[]
  isDense: boolean
  editable: Editable
  focus: string | undefined
  workspaceId: string
  onChange: (changes: readonly CellChange[]) => void
  /** Undefined if there is nothing to undo. */
  onUndo: (() => void) | undefined
  onRedo: (() => void) | undefined
  onMessage: (message: GridMessage | undefined) => void
}

/** The limits as a spreadsheet: one focusable grid with an active cell that the keyboard moves. */
export function LimitsGrid({
  rows,
  isDense,
  editable,
  focus,
  workspaceId,
  onChange,
  onUndo,
  onRedo,
  onMessage,
}: LimitsGridProps) {
  const grid = useRef<HTMLDivElement>(null)
  const size = { rows: rows.length, columns: columns.length }
  const [selection, setChosen] = useGridSelection(rows, columns.length, {
    row: 0,
    column: columnOf.workspace,
  })
  const [editing, setEditing] = useState<EditableCell & { text: string }>()
  const { top, bottom, left, right } = rangeOf(selection)
  const active = rows[selection.focus.row]
  const selectedLayers = editableLayers.filter(
    (layer) => editable[layer] && columnOf[layer] >= left && columnOf[layer] <= right,
  )

  // A link to a limit leads to its cell.
  useEffect(() => {
    const row = rows.findIndex(({ name }) => name === focus)
    if (row === -1) return
    setChosen(at(row, columnOf.workspace))
    grid.current?.focus()
    document
      .getElementById(`cell-${focus}-${columnOf.workspace}`)
      ?.scrollIntoView({ block: 'center' })
    // Only a new link moves the cell, not each change of the rows.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [focus])

  const activeId =
    active === undefined ? undefined : `cell-${active.name}-${selection.focus.column}`
  useActiveCellInView(grid, activeId)

  function edit(row: number, column: number, text?: string) {
    const limit = rows[row]
    const layer = limit && editableLayerAt(limit, column, editable)
    if (limit === undefined || layer === undefined) return
    setChosen(at(row, column))
    setEditing({ name: limit.name, layer, text: text ?? editText(limit, layer, userLocale) })
  }

  /** Opens the active cell for editing, or says why it is read-only. */
  function editActive(text?: string) {
    const { row, column } = selection.focus
    const layer = layerOf(column)
    if (layer === undefined)
      onMessage({ text: `The ${columns[column]} column can’t be changed.`, isError: true })
    else if (layer === 'operator' && !editable.operator)
      onMessage({ text: 'Only an operator can change the Operator column.', isError: true })
    else edit(row, column, text)
  }

  /** Commits the text of a cell. Returns an error message if it is invalid. */
  function changeOf({ name, layer }: EditableCell, text: string) {
    const row = rows.find((candidate) => candidate.name === name)
    if (row === undefined || text === editText(row, layer, userLocale)) return { changes: [] }
    const read = parseQuantity(text, row.unit, userLocale)
    const value = read.kind === 'value' ? read.value : read.kind === 'empty' ? null : text
    return {
      changes: [{ name, layer, value }],
      error: read.kind === 'error' ? `${row.label}: ${read.message}` : undefined,
    }
  }

  const onEnter = useCallbackRef((cell: EditableCell, text: string, step: number): boolean => {
    const { changes, error } = changeOf(cell, text)
    if (error !== undefined) {
      onMessage({ text: error, isError: true })
      return false
    }
    onMessage(undefined)
    onChange(changes)
    setEditing(undefined)
    const row = rows.findIndex(({ name }) => name === cell.name)
    setChosen(clampSelection(at(row + step, columnOf[cell.layer]), size))
    grid.current?.focus()
    return true
  })

  // The focus and the selection are already where the person clicked: they stay there.
  const onLeave = useCallbackRef((cell: EditableCell, text: string) => {
    const { changes, error } = changeOf(cell, text)
    onMessage(error === undefined ? undefined : { text: error, isError: true })
    onChange(changes)
    setEditing((now) => (now?.name === cell.name && now.layer === cell.layer ? undefined : now))
  })

  const onCancel = useCallbackRef(() => {
    onMessage(undefined)
    setEditing(undefined)
    grid.current?.focus()
  })

  const onOpen = useCallbackRef((row: number, column: number) => edit(row, column))
  const onSelect = useCallbackRef((row: number, column: number, extend: boolean) => {
    setChosen((before) =>
      extend ? { anchor: before.anchor, focus: { row, column } } : at(row, column),
    )
    grid.current?.focus()
  })

  function clear() {
    onChange(
      rows
        .slice(top, bottom + 1)
        .flatMap(({ name }) => selectedLayers.map((layer) => ({ name, layer, value: null }))),
    )
  }

  // A stable function, so that headers render again only if their content changes.
  const reset = useCallbackRef((group: LimitRow['group']) =>
    onChange(
      rows
        .filter((row) => isResettable(row, group))
        .map(({ name }) => ({ name, layer: 'workspace', value: null })),
    ),
  )

  /** Copies the values of the first selected row to the other rows with the same unit. */
  function fillDown() {
    const first = rows[top]
    if (first === undefined) return
    const isFillable = (layer: EditableLayer) => first.unreadable[layer] === undefined
    const others = rows.slice(top + 1, bottom + 1)
    const filled = others.filter(({ unit }) => unit === first.unit)
    onChange(
      filled.flatMap(({ name }) =>
        selectedLayers
          .filter(isFillable)
          .map((layer) => ({ name, layer, value: valueIn(first, layer) ?? null })),
      ),
    )
    const skipped = others.length - filled.length
    const text = `Skipped ${skipped} ${skipped === 1 ? 'limit' : 'limits'} in another unit.`
    onMessage(skipped === 0 ? undefined : { text, isError: false })
  }

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    if (event.target !== grid.current) return
    const activeLink =
      activeId === undefined
        ? null
        : (document.getElementById(activeId)?.querySelector('a') ?? null)
    const command = event.ctrlKey || event.metaKey
    const key = event.key.toLowerCase()
    const moved = movedBy(event, selection, size)
    // With AltGr, Ctrl and Alt are part of the character.
    const isTyped =
      event.key.length === 1 && ((!command && !event.altKey) || event.getModifierState('AltGraph'))
    if (moved !== undefined) setChosen(moved)
    else if (command && key === 'z') (event.shiftKey ? onRedo : onUndo)?.()
    else if (command && key === 'y') onRedo?.()
    else if (command && key === 'd') fillDown()
    else if (command && key === 'a')
      setChosen({
        anchor: { row: 0, column: 0 },
        focus: { row: rows.length - 1, column: columns.length - 1 },
      })
    // A space alone would clear the value.
    else if (event.key === 'Enter' && activeLink !== null) activeLink.click()
    else if (event.key === 'Enter' || event.key === 'F2' || event.key === ' ') editActive()
    else if (event.key === 'Delete' || event.key === 'Backspace') clear()
    // The question mark shows the keys everywhere.
    else if (isTyped && event.key !== '?') editActive(event.key)
    else return
    event.preventDefault()
  }

  function onCopy(event: ClipboardEvent) {
    if (editing !== undefined) return
    event.clipboardData.setData('text/plain', copyText({ rows, selection, locale: userLocale }))
    event.preventDefault()
  }

  function onPaste(event: ClipboardEvent) {
    if (editing !== undefined || !(editable.workspace || editable.operator)) return
    event.preventDefault()
    const paste = planPaste(
      event.clipboardData.getData('text/plain'),
      { rows, selection, locale: userLocale },
      editable,
    )
    onChange(paste.changes)
    if (paste.selection !== undefined) setChosen(paste.selection)
    const count = paste.changes.length
    const pasted =
      count === 0 ? 'Nothing changed.' : `Pasted ${count} ${count === 1 ? 'value' : 'values'}.`
    onMessage({
      text: [pasted, ...paste.unreadable.map((error) => `${error}.`), ...paste.ignored].join(' '),
      isError: paste.unreadable.length > 0,
    })
  }

  const groups = [...new Set(rows.map(({ group }) => group))]
  return (
    <div
      ref={grid}
      role="grid"
      aria-label="Limits"
      aria-rowcount={rows.length + 1}
      aria-multiselectable
      aria-activedescendant={activeId}
      aria-readonly={!(editable.workspace || editable.operator)}
      tabIndex={0}
      className={classes['grid']}
      data-dense={isDense}
      onKeyDown={onKeyDown}
      onCopy={onCopy}
      onPaste={onPaste}
    >
      {columnHead}
      {groups.map((group) => (
        <div key={group} role="rowgroup" aria-label={groupLabels[group]}>
          <GroupHead
            group={group}
            isResettable={editable.workspace && rows.some((row) => isResettable(row, group))}
            onReset={reset}
          />
          {rows.map((row, index) =>
            row.group !== group ? null : (
              <LimitRowView
                key={row.name}
                row={row}
                index={index}
                workspaceId={workspaceId}
                range={index >= top && index <= bottom ? `${left}-${right}` : undefined}
                activeColumn={index === selection.focus.row ? selection.focus.column : undefined}
                canEditWorkspace={editable.workspace}
                canEditOperator={editable.operator}
                editingLayer={editing?.name === row.name ? editing.layer : undefined}
                editingText={editing?.name === row.name ? editing.text : undefined}
                onEnter={onEnter}
                onLeave={onLeave}
                onCancel={onCancel}
                onSelect={onSelect}
                onOpen={onOpen}
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
  return row.group === group && (row.shown !== undefined || row.unreadable.workspace !== undefined)
}

const columnHead = (
  <div role="row" className={`${classes['line']} ${classes['head']}`} aria-rowindex={1}>
    {columns.map((column) => (
      <span key={column} role="columnheader" className={classes['cell']}>
        {column}
      </span>
    ))}
  </div>
)

interface GroupHeadProps {
  group: LimitRow['group']
  /** Whether the workspace has a custom value in the group. */
  isResettable: boolean
  onReset: (group: LimitRow['group']) => void
}

const GroupHead = memo(function GroupHead({ group, isResettable, onReset }: GroupHeadProps) {
  return (
    <div className={classes['group']} role="row">
      <span role="gridcell" aria-colspan={columns.length} className={classes['groupCell']}>
        <Text span fz="sm" fw={620}>
          {groupLabels[group]}
        </Text>
        {isResettable && (
          <Tooltip label="Clears the workspace values of this group, so that the defaults apply">
            <Button size="compact-xs" variant="subtle" onClick={() => onReset(group)}>
              Reset to defaults
            </Button>
          </Tooltip>
        )}
      </span>
    </div>
  )
})
