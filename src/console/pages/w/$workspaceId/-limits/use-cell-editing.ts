import { useCallbackRef } from '@mantine/hooks'
import type { Dispatch, SetStateAction } from 'react'
import type { CellChange } from '@/console/grids/limit-drafts'
import { isUnreadable, type LimitRow } from '@/console/grids/limit-rows'
import { selectCell, clampSelection } from '@/console/table/grid-selection'
import type { Grid } from '@/console/table/use-grid'
import { userLocale } from '@/console/ui/format/locale'
import { parseQuantity } from '@/console/ui/format/quantity/parse-quantity'
import {
  editableLayerAt,
  editText,
  layerOf,
  positionOf,
  type Editable,
  type EditableCell,
  type EditedCell,
  type LimitColumn,
} from './columns'
import type { GridMessage } from './grid-message'

interface CellEditingOptions {
  /** All limits, and those that are shown. */
  all: readonly LimitRow[]
  rows: readonly LimitRow[]
  columns: readonly LimitColumn[]
  setEditing: Dispatch<SetStateAction<EditedCell | undefined>>
  editable: Editable
  grid: Grid
  onChange: (changes: readonly CellChange[]) => void
  onMessage: (message: GridMessage | undefined) => void
}

/** Manages the cell of the limits grid that is being typed into. */
export function useCellEditing({
  all,
  rows,
  columns,
  setEditing,
  editable,
  grid,
  onChange,
  onMessage,
}: CellEditingOptions) {
  function edit(row: number, column: number, text?: string) {
    const limit = rows[row]
    const layer = limit && editableLayerAt(limit, columns[column], editable)
    if (limit === undefined || layer === undefined) return
    grid.select(selectCell(row, column))
    setEditing({ name: limit.name, layer, text: text ?? editText(limit, layer, userLocale) })
  }

  /** Opens the active cell for editing, or says why it is read-only. */
  function editActive(text?: string) {
    const { row, column } = grid.selection.focus
    const layer = layerOf(columns[column])
    if (layer === undefined)
      onMessage({ text: `The ${columns[column]?.label} column can’t be changed.`, isError: true })
    else if (layer === 'operator' && !editable.operator)
      onMessage({ text: 'Only an operator can change the Operator column.', isError: true })
    else edit(row, column, text)
  }

  /**
   * Opens the first cell with text that can't be read, because of which nothing can be saved, or
   * says what hides it.
   */
  function editUnreadable() {
    const row = rows.findIndex(isUnreadable)
    const column = columns.findIndex((one) => {
      const layer = layerOf(one)
      return layer !== undefined && rows[row]?.unreadable[layer] !== undefined
    })
    const label = (rows[row] ?? all.find(isUnreadable))?.label
    if (row !== -1 && column !== -1) edit(row, column)
    else if (label !== undefined)
      onMessage({
        text:
          row === -1
            ? `The filters hide ${label}: clear them to correct its value.`
            : `Show the Operator column to correct the value of ${label}.`,
        isError: true,
      })
  }

  /** Commits the text of a cell and closes it; text that can't be read keeps it open. */
  const onEnter = useCallbackRef((cell: EditableCell, text: string, step: number): boolean => {
    const { changes, error } = changeOf(rows, cell, text)
    if (error !== undefined) {
      onMessage({ text: error, isError: true })
      return false
    }
    onMessage(undefined)
    onChange(changes)
    setEditing(undefined)
    const row = rows.findIndex(({ name }) => name === cell.name)
    const column = positionOf(columns, cell.layer)
    grid.select(clampSelection(selectCell(row + step, column), grid.size))
    grid.focus()
    return true
  })

  // The focus and the selection are already where the user clicked: they stay there.
  const onLeave = useCallbackRef((cell: EditableCell, text: string) => {
    const { changes, error } = changeOf(rows, cell, text)
    onMessage(error === undefined ? undefined : { text: error, isError: true })
    onChange(changes)
    setEditing((now) => (now?.name === cell.name && now.layer === cell.layer ? undefined : now))
  })

  const onCancel = useCallbackRef(() => {
    onMessage(undefined)
    setEditing(undefined)
    grid.focus()
  })

  return { editActive, editUnreadable, onEnter, onLeave, onCancel, onOpen: useCallbackRef(edit) }
}

/** Returns the change that the text of a cell makes, and an error message if it is invalid. */
function changeOf(
  rows: readonly LimitRow[],
  { name, layer }: EditableCell,
  text: string,
): { changes: CellChange[]; error?: string | undefined } {
  const row = rows.find((candidate) => candidate.name === name)
  if (row === undefined || text === editText(row, layer, userLocale)) return { changes: [] }
  const read = parseQuantity(text, row.unit, userLocale)
  const value = read.kind === 'value' ? read.value : read.kind === 'empty' ? null : text
  return {
    changes: [{ name, layer, value }],
    error: read.kind === 'error' ? `${row.label}: ${read.message}` : undefined,
  }
}
