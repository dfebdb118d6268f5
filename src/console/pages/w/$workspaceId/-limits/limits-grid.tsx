import { Button, Text, Tooltip } from '@mantine/core'
import { useCallbackRef } from '@mantine/hooks'
import Papa from 'papaparse'
import { memo, useEffect, useRef, useState, type ClipboardEvent, type KeyboardEvent } from 'react'
import { useActiveCellInView } from '../../../../table/active-cell'
import { at, movedBy, rangeOf, within } from '../../../../table/grid-selection'
import { userLocale } from '../../../../table/locale'
import { formatPlain, parseQuantity } from '../../../../table/quantity'
import classes from './limits-grid.module.css'
import { LimitLine } from './limit-line'
import { groupLabels, type Drafts, type LimitRow } from './rows'

const columns = [
  'Limit',
  'Unit',
  'Default',
  'Workspace value',
  'Operator',
  'Effective',
  'In use',
] as const
const valueColumn = 3

interface LimitsGridProps {
  rows: readonly LimitRow[]
  readOnly: boolean
  focus: string | undefined
  workspaceId: string
  onDrafts: (drafts: Drafts) => void
  /** Undefined: there is nothing to undo. */
  onUndo: (() => void) | undefined
  onRedo: (() => void) | undefined
  onFault: (message: string | undefined) => void
}

function cellText(row: LimitRow, column: number): string {
  const number = (value: number | undefined) =>
    value === undefined ? '' : formatPlain(value, userLocale)
  return (
    [
      row.name,
      row.unit,
      number(row.defaultValue),
      number(row.shown),
      number(row.override),
      number(row.effective),
      number(row.usage?.level),
    ][column] ?? ''
  )
}

/** The limits as a spreadsheet: one focusable grid, whose active cell the keyboard moves. */
export function LimitsGrid({
  rows,
  readOnly,
  focus,
  workspaceId,
  onDrafts,
  onUndo,
  onRedo,
  onFault,
}: LimitsGridProps) {
  const grid = useRef<HTMLDivElement>(null)
  const [chosen, setChosen] = useState(() => at(0, valueColumn))
  const [editing, setEditing] = useState<{ name: string; text: string }>()
  const selection = within(chosen, { rows: rows.length, columns: columns.length })
  const { top, bottom, left, right } = rangeOf(selection)
  const active = rows[selection.focus.row]

  // A link to a limit leads to its cell.
  useEffect(() => {
    const row = rows.findIndex(({ name }) => name === focus)
    if (row === -1) return
    setChosen(at(row, valueColumn))
    grid.current?.focus()
    document.getElementById(`cell-${focus}-${valueColumn}`)?.scrollIntoView({ block: 'center' })
    // Only a new link moves the cell, not each change of the rows.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [focus])

  const activeId =
    active === undefined ? undefined : `cell-${active.name}-${selection.focus.column}`
  useActiveCellInView(grid, activeId)

  function edit(text: string | undefined) {
    if (readOnly || active === undefined || active.group === 'unknown') return
    setChosen(at(selection.focus.row, valueColumn))
    setEditing({
      name: active.name,
      text: text ?? (active.shown === undefined ? '' : formatPlain(active.shown, userLocale)),
    })
  }

  /** Keeps what was typed, unless it is no quantity: then the cell stays open and says so. */
  function commit(text: string, step: number): void {
    if (editing === undefined) return
    const row = rows.find(({ name }) => name === editing.name)
    const read = parseQuantity(text, row?.unit ?? 'number', userLocale)
    if (read.kind === 'fault') return onFault(`${row?.label ?? editing.name}: ${read.message}`)
    onFault(undefined)
    onDrafts({ [editing.name]: read.kind === 'empty' ? null : read.value })
    close(step)
  }

  function close(step: number) {
    setEditing(undefined)
    setChosen(
      within(at(selection.focus.row + step, valueColumn), {
        rows: rows.length,
        columns: columns.length,
      }),
    )
    grid.current?.focus()
  }

  function clear() {
    if (readOnly || left > valueColumn || right < valueColumn) return
    onDrafts(Object.fromEntries(rows.slice(top, bottom + 1).map(({ name }) => [name, null])))
  }

  // The same function from one drawing to the next, so that heads are redrawn only for what is in them.
  const reset = useCallbackRef((group: LimitRow['group']) =>
    onDrafts(
      Object.fromEntries(
        rows
          .filter((row) => row.group === group && row.shown !== undefined)
          .map(({ name }) => [name, null]),
      ),
    ),
  )

  function fillDown() {
    const first = rows[top]
    if (readOnly || first === undefined) return
    onDrafts(
      Object.fromEntries(
        rows
          .slice(top + 1, bottom + 1)
          .filter(({ unit }) => unit === first.unit)
          .map(({ name }) => [name, first.shown ?? null]),
      ),
    )
  }

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    if (event.target !== grid.current) return
    const command = event.ctrlKey || event.metaKey
    const key = event.key.toLowerCase()
    const moved = movedBy(event, selection, { rows: rows.length, columns: columns.length })
    if (moved !== undefined) setChosen(moved)
    else if (command && key === 'z') (event.shiftKey ? onRedo : onUndo)?.()
    else if (command && key === 'y') onRedo?.()
    else if (command && key === 'd') fillDown()
    else if (command && key === 'a')
      setChosen({
        anchor: { row: 0, column: 0 },
        focus: { row: rows.length - 1, column: columns.length - 1 },
      })
    else if (event.key === 'Enter' || event.key === 'F2') edit(undefined)
    else if (event.key === 'Delete' || event.key === 'Backspace') clear()
    else if (event.key.length === 1 && !command && !event.altKey && /[\d.]/.test(event.key))
      edit(event.key)
    else return
    event.preventDefault()
  }

  function onCopy(event: ClipboardEvent) {
    if (editing !== undefined) return
    const range = rows
      .slice(top, bottom + 1)
      .map((row) => columns.map((_column, index) => cellText(row, index)).slice(left, right + 1))
    event.clipboardData.setData(
      'text/plain',
      Papa.unparse(range, { delimiter: '\t', newline: '\n' }),
    )
    event.preventDefault()
  }

  /** Pasted lines fill the value cells from the active row down; of several columns the last is taken. */
  function onPaste(event: ClipboardEvent) {
    if (editing !== undefined || readOnly) return
    event.preventDefault()
    const lines = Papa.parse<string[]>(
      event.clipboardData.getData('text/plain').replace(/\r?\n$/, ''),
      { delimiter: '\t' },
    ).data
    const faults: string[] = []
    const pasted = lines.flatMap((cells, index) => {
      const row = rows[top + index]
      if (row === undefined) return []
      const read = parseQuantity(cells.at(-1) ?? '', row.unit, userLocale)
      if (read.kind === 'fault') {
        faults.push(`${row.label}: ${read.message}`)
        return []
      }
      return [[row.name, read.kind === 'empty' ? null : read.value] as const]
    })
    onDrafts(Object.fromEntries(pasted))
    setChosen({
      anchor: { row: top, column: valueColumn },
      focus: {
        row: Math.min(top + Math.max(lines.length, 1), rows.length) - 1,
        column: valueColumn,
      },
    })
    onFault(faults.length === 0 ? undefined : faults.join('. '))
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
      aria-readonly={readOnly}
      tabIndex={0}
      className={classes['grid']}
      onKeyDown={onKeyDown}
      onCopy={onCopy}
      onPaste={onPaste}
    >
      {columnHead}
      {groups.map((group) => (
        <div key={group} role="rowgroup" aria-label={groupLabels[group]}>
          <GroupHead
            group={group}
            isResettable={
              !readOnly && rows.some((row) => row.group === group && row.shown !== undefined)
            }
            onReset={reset}
          />
          {rows.map((row, index) =>
            row.group !== group ? null : (
              <LimitLine
                key={row.name}
                row={row}
                index={index}
                workspaceId={workspaceId}
                range={index >= top && index <= bottom ? `${left}-${right}` : undefined}
                activeColumn={index === selection.focus.row ? selection.focus.column : undefined}
                editingText={editing?.name === row.name ? editing.text : undefined}
                onCommit={commit}
                onCancel={() => {
                  onFault(undefined)
                  close(0)
                }}
                onSelect={(column, extend) => {
                  setChosen((before) =>
                    extend
                      ? { anchor: before.anchor, focus: { row: index, column } }
                      : at(index, column),
                  )
                  grid.current?.focus()
                }}
                onOpen={() => edit(undefined)}
              />
            ),
          )}
        </div>
      ))}
      {rows.length === 0 && (
        <Text fz="sm" c="dimmed" className={classes['empty'] ?? ''}>
          No limit passes these filters.
        </Text>
      )}
    </div>
  )
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
  /** Whether the workspace has a value of its own in the group. */
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
          <Tooltip label="Takes every value of the workspace in this group away, so that the defaults apply">
            <Button size="compact-xs" variant="subtle" onClick={() => onReset(group)}>
              Reset to defaults
            </Button>
          </Tooltip>
        )}
      </span>
    </div>
  )
})
