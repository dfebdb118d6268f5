import type { EditableLayer } from '@/console/edits/member-path'
import { editableLayers, usedShare, type LimitRow } from '@/console/grids/limit-rows'
import type { ColumnFacts } from '@/console/table/columns'
import { formatPlain } from '@/console/ui/format/quantity/format-quantity'
import { isLimitName } from '@/contract/limits'

/** One column of the limits grid. The style sheet sets the widths. */
export interface LimitColumn extends ColumnFacts<LimitRow> {
  /** The width in rem from which a grid has room for it. */
  leastWidth?: number
}

/**
 * The columns of the limits grid, in order, with the values to sort by. Those are the saved ones,
 * so that rows stay where they are while the user changes them. Editable columns are named after
 * their layer.
 */
export const limitColumns: readonly LimitColumn[] = [
  { name: 'limit', label: 'Limit', value: ({ label }) => label, isFixed: true },
  // A narrow grid leaves out the unit first: the numbers show it too.
  { name: 'unit', label: 'Unit', value: ({ unit }) => unit, leastWidth: 62.2 },
  {
    name: 'default',
    label: 'Default',
    value: ({ defaultValue }) => defaultValue,
    isFigure: true,
    leastWidth: 58,
  },
  {
    name: 'workspace',
    label: 'Workspace value',
    value: ({ stored }) => stored.workspace,
    isFigure: true,
    isFixed: true,
  },
  {
    name: 'operator',
    label: 'Operator',
    value: ({ stored }) => stored.operator,
    isFigure: true,
  },
  {
    name: 'effective',
    label: 'Effective',
    value: ({ stored }) => stored.effective,
    isFigure: true,
    isFixed: true,
  },
  {
    name: 'usage',
    label: 'In use',
    value: ({ usage, stored: { effective } }) =>
      usage === undefined || effective === undefined
        ? undefined
        : usedShare(usage.level, effective),
  },
]

/** Returns the columns that there is data for: not all engines report usage. */
export function columnsWithData(
  columns: readonly LimitColumn[],
  hasUsage: boolean,
): readonly LimitColumn[] {
  return hasUsage ? columns : columns.filter(({ name }) => name !== 'usage')
}

/** A narrower grid, in rem, shows what can be changed and what applies first. */
const sideBySideWidth = 40
const firstColumns = new Set(['limit', 'workspace', 'effective'])

/** The widths in rem from which a grid shows more columns, or has them in another order. */
const widthSteps = [
  0,
  sideBySideWidth,
  ...limitColumns.flatMap(({ leastWidth }) => leastWidth ?? []),
]

/** Rounds the width of a grid down, so that it changes only if the columns do. */
export function widthStepOf(width: number): number {
  return Math.max(...widthSteps.filter((step) => step <= width))
}

/** Returns whether a grid of a width has room for a column. */
export function hasRoomFor({ leastWidth = 0 }: LimitColumn, width: number): boolean {
  return width >= leastWidth
}

/** Returns the columns that a grid of a width has room for, in the order in which it shows them. */
export function columnsThatFit(
  columns: readonly LimitColumn[],
  width: number,
): readonly LimitColumn[] {
  const fitting = columns.filter((column) => hasRoomFor(column, width))
  if (width >= sideBySideWidth) return fitting
  const isFirst = ({ name }: LimitColumn) => firstColumns.has(name)
  return [...fitting.filter(isFirst), ...fitting.filter((column) => !isFirst(column))]
}

/** The layers that the user may edit. */
export type Editable = Readonly<Record<EditableLayer, boolean>>

/** An editable cell. */
export interface EditableCell {
  name: string
  layer: EditableLayer
}

/** The cell that is being typed into, and its initial text. */
export type EditedCell = EditableCell & { text: string }

/** Returns the position of a column; -1 if it is hidden. */
export function positionOf(columns: readonly LimitColumn[], name: string): number {
  return columns.findIndex((column) => column.name === name)
}

/** Returns the layer of a column; undefined if it is read-only. */
export function layerOf(column: LimitColumn | undefined): EditableLayer | undefined {
  return editableLayers.find((layer) => layer === column?.name)
}

/** Returns the layer of an editable cell. Unknown limits are not, since the API refuses them. */
export function editableLayerAt(
  row: LimitRow,
  column: LimitColumn | undefined,
  editable: Editable,
): EditableLayer | undefined {
  const layer = layerOf(column)
  return layer !== undefined && editable[layer] && isLimitName(row.name) ? layer : undefined
}

/** Returns the text of a cell for editing and copying. */
export function editText(row: LimitRow, layer: EditableLayer, locale: string): string {
  return row.unreadable[layer] ?? plain(row.values[layer], locale)
}

function plain(value: number | undefined, locale: string): string {
  return value === undefined ? '' : formatPlain(value, locale)
}

/** Returns the text of a cell for copying. */
export function cellText(row: LimitRow, column: LimitColumn, locale: string): string {
  const layer = layerOf(column)
  if (layer !== undefined) return editText(row, layer, locale)
  switch (column.name) {
    case 'limit':
      return row.name
    case 'unit':
      return row.unit
    case 'default':
      return plain(row.defaultValue, locale)
    case 'effective':
      return plain(row.effective, locale)
    case 'usage':
      return plain(row.usage?.level, locale)
    default:
      return ''
  }
}
