import { Text } from '@mantine/core'
import { memo } from 'react'
import type { LimitLayer } from '../../../../../contract/limits'
import { LinkAnchor } from '../../../../layout/link-anchor'
import { userLocale } from '../../../../table/locale'
import { formatHuman, formatStored } from '../../../../table/quantity'
import classes from './limits-grid.module.css'
import type { LimitRow } from './rows'
import { UsageCell } from './usage-cell'
import { ValueInput } from './value-input'

const unitLabels = { number: 'number', msec: 'msec', Mb: 'Mb' } as const
const layerLabels: Record<LimitLayer, string> = {
  operator: 'operator',
  workspace: 'workspace',
  default: 'default',
}

interface LimitLineProps {
  row: LimitRow
  index: number
  workspaceId: string
  /** First and last selected column, as `0-5`; undefined when the row is not in the selection. */
  range: string | undefined
  activeColumn: number | undefined
  /** What the cell begins with while it is typed into. */
  editingText: string | undefined
  onCommit: (text: string, step: number) => void
  onCancel: () => void
  onSelect: (column: number, extend: boolean) => void
  onOpen: () => void
}

function Quantity({ value, row }: { value: number | undefined; row: LimitRow }) {
  if (value === undefined) return <span className={classes['none']}>–</span>
  const human = formatHuman(value, row.unit, userLocale)
  return (
    <>
      {human !== undefined && <span className={classes['human']}>{human}</span>}
      {formatStored(value, userLocale)}
    </>
  )
}

/** Redrawn only when something in it changes: its handlers work on what is current when they are called. */
export const LimitLine = memo(
  Line,
  (before, after) =>
    before.row.shown === after.row.shown &&
    before.row.value === after.row.value &&
    before.row.effective === after.row.effective &&
    before.row.override === after.row.override &&
    before.row.defaultValue === after.row.defaultValue &&
    before.row.usage === after.row.usage &&
    before.range === after.range &&
    before.activeColumn === after.activeColumn &&
    before.editingText === after.editingText &&
    before.index === after.index &&
    before.workspaceId === after.workspaceId &&
    (after.editingText === undefined || before.onCommit === after.onCommit),
)

function Line({
  row,
  index,
  workspaceId,
  range,
  activeColumn,
  editingText,
  onCommit,
  onCancel,
  onSelect,
  onOpen,
}: LimitLineProps) {
  const [first, last] = (range ?? '1-0').split('-').map(Number)
  const cell = (column: number, kind = '') => ({
    role: 'gridcell',
    id: `cell-${row.name}-${column}`,
    'aria-selected': column >= (first ?? 1) && column <= (last ?? 0),
    'data-active': column === activeColumn,
    className: `${classes['cell']} ${kind}`,
    onMouseDown: (event: React.MouseEvent) => {
      if (event.target instanceof HTMLAnchorElement || event.target instanceof HTMLInputElement)
        return
      event.preventDefault()
      onSelect(column, event.shiftKey)
    },
  })
  return (
    <div
      role="row"
      className={classes['line']}
      aria-rowindex={index + 2}
      data-changed={row.isChanged}
    >
      <span {...cell(0, classes['limit'])} title={row.description}>
        <Words
          name={row.name}
          label={row.label}
          alertType={row.alertType}
          workspaceId={workspaceId}
        />
      </span>
      <span {...cell(1, classes['unit'])}>{unitLabels[row.unit]}</span>
      <span {...cell(2, classes['figure'])}>
        <Quantity value={row.defaultValue} row={row} />
      </span>
      <span {...cell(3, `${classes['figure']} ${classes['value']}`)} onDoubleClick={onOpen}>
        {editingText === undefined ? (
          <Quantity value={row.shown} row={row} />
        ) : (
          <ValueInput
            label={`Workspace value of ${row.label}`}
            initial={editingText}
            onCommit={onCommit}
            onCancel={onCancel}
          />
        )}
      </span>
      <span {...cell(4, classes['figure'])} data-overridden={row.override !== undefined}>
        <Quantity value={row.override} row={row} />
      </span>
      <span {...cell(5, classes['figure'])}>
        <Quantity value={row.effective} row={row} />
        <Text
          span
          fz="xs"
          c={row.layer === 'operator' ? 'var(--sb-overridden)' : 'dimmed'}
          className={classes['layer'] ?? ''}
        >
          {layerLabels[row.layer]}
        </Text>
      </span>
      <span {...cell(6, classes['usage'])}>
        <UsageCell row={row} workspaceId={workspaceId} />
      </span>
    </div>
  )
}

type WordsProps = Pick<LimitRow, 'name' | 'label' | 'alertType'> &
  Pick<LimitLineProps, 'workspaceId'>

/** What a limit is called and where it leads. Its link costs more than the cells, and stays as it is while the active cell moves. */
const Words = memo(function Words({ name, label, alertType, workspaceId }: WordsProps) {
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
      <span className={`mono ${classes['name']}`}>{name}</span>
    </>
  )
})
