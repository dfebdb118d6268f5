import { dequal } from 'dequal'
import { memo, type ReactNode } from 'react'
import type { EditableLayer } from '@/console/edits/member-path'
import type { LimitRow } from '@/console/grids/limit-rows'
import { cellProps, type SelectedCells } from '@/console/table/use-grid'
import { Breakable } from '@/console/ui/breakable'
import { formatCount } from '@/console/ui/format/format-count'
import { userLocale } from '@/console/ui/format/locale'
import { formatAmount } from '@/console/ui/format/quantity/format-amount'
import { formatHuman } from '@/console/ui/format/quantity/format-quantity'
import { parseQuantity } from '@/console/ui/format/quantity/parse-quantity'
import { unitLabels } from '@/console/ui/format/quantity/units'
import { LinkAnchor } from '@/console/ui/link-anchor'
import {
  editableLayerAt,
  layerOf,
  type Editable,
  type EditableCell,
  type EditedCell,
  type LimitColumn,
} from './columns'
import { UsageCell } from './usage-cell'
import { ValueInput } from './value-input'
import classes from './limits-grid.module.css'

const layerInputLabels: Record<EditableLayer, string> = {
  workspace: 'Workspace value',
  operator: 'Operator limit',
}

interface LimitRowViewProps {
  row: LimitRow
  index: number
  /** The visible columns. */
  columns: readonly LimitColumn[]
  workspaceId: string
  selected: SelectedCells
  editable: Editable
  /** The cell of this row that is being edited. */
  editing: EditedCell | undefined
  onEnter: (cell: EditableCell, text: string, step: number) => boolean
  onLeave: (cell: EditableCell, text: string) => void
  onCancel: () => void
  onSelect: (row: number, column: number, extend: boolean) => void
  onOpen: (row: number, column: number) => void
}

/** Returns why a text is not a valid value of the limit. */
function issueIn(text: string, { unit }: LimitRow): string | undefined {
  const read = parseQuantity(text, unit, userLocale)
  return read.kind === 'error' ? read.message : undefined
}

function Quantity({ value, row }: { value: number | undefined; row: LimitRow }) {
  if (value === undefined) return <span className={classes['none']}>–</span>
  const human = formatHuman(value, row.unit, userLocale)
  if (human === undefined) return formatAmount(value, row.unit)
  return (
    <>
      <span className={classes['human']}>{human}</span>
      {formatCount(value)}
    </>
  )
}

interface ReadOnlyCell {
  /** The class that lays it out. */
  kind: string | undefined
  title?: string | undefined
  content: ReactNode
}

/** Returns what a row has in a column that can't be edited. */
function readOnlyCell(column: string, row: LimitRow, workspaceId: string): ReadOnlyCell {
  switch (column) {
    case 'limit': {
      const { name, label, alertType } = row
      return {
        kind: classes['limit'],
        title: row.description,
        content: (
          <LimitLabel name={name} label={label} alertType={alertType} workspaceId={workspaceId} />
        ),
      }
    }
    case 'unit':
      return { kind: classes['unit'], content: unitLabels[row.unit] }
    case 'default':
      return {
        kind: classes['figure'],
        content: <Quantity value={row.defaultValue} row={row} />,
      }
    case 'effective':
      return {
        kind: classes['figure'],
        content: (
          <>
            <Quantity value={row.effective} row={row} />
            {/* Plain, since every row has one: as components, they were a tenth of the page. */}
            <span className={classes['layer']} data-layer={row.layer}>
              {row.layer}
            </span>
          </>
        ),
      }
    default:
      return {
        kind: classes['usage'],
        content: <UsageCell row={row} workspaceId={workspaceId} />,
      }
  }
}

/** One row. Memoized with stable handlers, so that it renders only if its content changes. */
export const LimitRowView = memo(function LimitRowView({
  row,
  index,
  columns,
  workspaceId,
  selected,
  editable,
  editing,
  onEnter,
  onLeave,
  onCancel,
  onSelect,
  onOpen,
}: LimitRowViewProps) {
  const cell = (column: number, kind = '', isEditable = false) => ({
    ...cellProps(row.name, column, selected),
    'aria-readonly': !isEditable,
    'data-column': columns[column]?.name,
    className: `${classes['cell']} ${kind}`,
    onMouseDown: (event: React.MouseEvent) => {
      if (event.target instanceof HTMLAnchorElement || event.target instanceof HTMLInputElement)
        return
      event.preventDefault()
      onSelect(index, column, event.shiftKey)
    },
  })
  const valueCell = (column: number, layer: EditableLayer) => {
    const isEditable = editableLayerAt(row, columns[column], editable) !== undefined
    const isEditing = editing?.layer === layer
    const unreadable = row.unreadable[layer]
    const edited = { name: row.name, layer }
    return (
      <span
        key={layer}
        {...cell(column, `${classes['figure']} ${isEditable ? classes['value'] : ''}`, isEditable)}
        data-changed={row.changed[layer]}
        data-overridden={layer === 'operator' && row.values.operator !== undefined}
        aria-invalid={unreadable !== undefined}
        title={unreadable === undefined ? undefined : issueIn(unreadable, row)}
        onDoubleClick={isEditing ? undefined : () => onOpen(index, column)}
      >
        {isEditing ? (
          <ValueInput
            label={`${layerInputLabels[layer]} of ${row.label}`}
            initial={editing.text}
            isUnreadable={unreadable !== undefined}
            onEnter={(text, step) => onEnter(edited, text, step)}
            onLeave={(text) => onLeave(edited, text)}
            onCancel={onCancel}
          />
        ) : unreadable === undefined ? (
          <Quantity value={row.values[layer]} row={row} />
        ) : (
          unreadable
        )}
      </span>
    )
  }
  const renderCell = (column: LimitColumn, position: number) => {
    const layer = layerOf(column)
    if (layer !== undefined) return valueCell(position, layer)
    const { kind, title, content } = readOnlyCell(column.name, row, workspaceId)
    return (
      <span key={column.name} {...cell(position, kind)} title={title}>
        {content}
      </span>
    )
  }
  return (
    <div role="row" className={classes['line']} aria-rowindex={index + 2}>
      {columns.map(renderCell)}
    </div>
  )
}, dequal)

type LimitLabelProps = Pick<LimitRow, 'name' | 'label' | 'alertType'> &
  Pick<LimitRowViewProps, 'workspaceId'>

/**
 * The name of a limit with its link. Memoized separately, because the link is more expensive to
 * render than the cells and does not change when the active cell moves.
 */
const LimitLabel = memo(function LimitLabel({
  name,
  label,
  alertType,
  workspaceId,
}: LimitLabelProps) {
  return (
    <>
      <span className={classes['label']}>{label}</span>
      {alertType !== undefined && (
        <LinkAnchor
          to="/w/$workspaceId/alerts"
          params={{ workspaceId }}
          search={{ focus: alertType }}
          fz="xs"
          tabIndex={-1}
          aria-label={`Alert of ${label}`}
        >
          alert
        </LinkAnchor>
      )}
      <span className={`mono ${classes['name']}`}>
        <Breakable text={name} />
      </span>
    </>
  )
})
