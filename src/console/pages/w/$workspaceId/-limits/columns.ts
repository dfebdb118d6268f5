import { isLimitName } from '../../../../../contract/limits'
import { formatPlain } from '../../../../ui/quantity'
import { valueIn, type LimitRow } from '../../../../forms/limit-rows'
import type { EditableLayer } from '../../../../forms/member-path'

/** The columns of the limits grid, in their order. */
export const columns = [
  'Limit',
  'Unit',
  'Default',
  'Workspace value',
  'Operator',
  'Effective',
  'In use',
] as const
export const nameColumn = 0
export const unitColumn = 1

/** The columns that can be changed, by the layer they set. */
export const columnOf: Record<EditableLayer, number> = { workspace: 3, operator: 4 }

/** Which columns the person at this browser may change. */
export type Editable = Readonly<Record<EditableLayer, boolean>>

/** Returns the layer that a column sets; undefined for a column that nobody can change. */
export function layerOf(column: number): EditableLayer | undefined {
  if (column === columnOf.workspace) return 'workspace'
  return column === columnOf.operator ? 'operator' : undefined
}

/** Returns the layer that a cell sets where it may be changed. The API refuses unknown limits. */
export function editableLayerAt(
  row: LimitRow,
  column: number,
  editable: Editable,
): EditableLayer | undefined {
  const layer = layerOf(column)
  return layer !== undefined && editable[layer] && isLimitName(row.name) ? layer : undefined
}

/** Returns the text that a cell is edited with and copied as. */
export function editText(row: LimitRow, layer: EditableLayer, locale: string): string {
  return row.unreadable[layer] ?? plain(valueIn(row, layer), locale)
}

function plain(value: number | undefined, locale: string): string {
  return value === undefined ? '' : formatPlain(value, locale)
}

/** Returns the text that a cell is copied as. */
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
