import { isLimitName } from '../../../../../contract/limits'
import { formatPlain } from '../../../../ui/quantity/format-quantity'
import { valueIn, type LimitRow } from '../../../../forms/limit-rows'
import type { EditableLayer } from '../../../../forms/member-path'

/** The columns of the limits grid, in order. */
export const columns = [
  'Limit',
  'Unit',
  'Default',
  'Workspace value',
  'Operator',
  'Effective',
  'In use',
] as const
/** The prefix of the cell ids of the grid. */
export const cellPrefix = 'cell'
export const nameColumn = 0
export const unitColumn = 1

/** The editable columns by layer. */
export const columnOf: Record<EditableLayer, number> = { workspace: 3, operator: 4 }

/** The layers that the user may edit. */
export type Editable = Readonly<Record<EditableLayer, boolean>>

/** Returns the layer of a column; undefined if it is read-only. */
export function layerOf(column: number): EditableLayer | undefined {
  if (column === columnOf.workspace) return 'workspace'
  return column === columnOf.operator ? 'operator' : undefined
}

/** Returns the layer of an editable cell. Unknown limits are not, since the API refuses them. */
export function editableLayerAt(
  row: LimitRow,
  column: number,
  editable: Editable,
): EditableLayer | undefined {
  const layer = layerOf(column)
  return layer !== undefined && editable[layer] && isLimitName(row.name) ? layer : undefined
}

/** Returns the text of a cell for editing and copying. */
export function editText(row: LimitRow, layer: EditableLayer, locale: string): string {
  return row.unreadable[layer] ?? plain(valueIn(row, layer), locale)
}

function plain(value: number | undefined, locale: string): string {
  return value === undefined ? '' : formatPlain(value, locale)
}

/** Returns the text of a cell for copying. */
export function cellText(row: LimitRow, column: number, locale: string): string {
  const layer = layerOf(column)
  if (layer !== undefined) return editText(row, layer, locale)
  switch (columns[column]) {
    case 'Limit':
      return row.name
    case 'Unit':
      return row.unit
    case 'Default':
      return plain(row.defaultValue, locale)
    case 'Effective':
      return plain(row.effective, locale)
    case 'In use':
      return plain(row.usage?.level, locale)
    default:
      return ''
  }
}
