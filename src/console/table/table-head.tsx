import { IconArrowDown, IconArrowUp } from '../ui/icons.gen'
import { TickBox } from '../ui/tick-box'
import { nextSort, readSort, type Column } from './columns'
import classes from './record-table.module.css'

interface TableHeadProps<Row> {
  columns: readonly Column<Row>[]
  sort: string | undefined
  onSort: (sort: string | undefined) => void
  /** How many of the loaded rows are selected; undefined if rows can't be selected. */
  selected: 'none' | 'some' | 'all' | undefined
  onToggleAll: () => void
  hasActions: boolean
}

const tickStates = { none: 'off', some: 'mixed', all: 'on' } as const

/** The header of a table: a click on a column sorts by it. */
export function TableHead<Row>({
  columns,
  sort,
  onSort,
  selected,
  onToggleAll,
  hasActions,
}: TableHeadProps<Row>) {
  const sorting = readSort(sort)
  return (
    <div role="row" aria-rowindex={1} className={`${classes['row']} ${classes['head']}`}>
      {selected !== undefined && (
        <span role="columnheader">
          <TickBox
            label="Select all that are loaded"
            state={tickStates[selected]}
            onToggle={onToggleAll}
          />
        </span>
      )}
      {columns.map(({ name, label, isFigure = false }) => (
        <ColumnHead
          key={name}
          label={label}
          isFigure={isFigure}
          direction={
            sorting?.name !== name ? 'none' : sorting.descending ? 'descending' : 'ascending'
          }
          onSort={() => onSort(nextSort(sort, name))}
        />
      ))}
      {hasActions && <span role="columnheader" />}
    </div>
  )
}

interface ColumnHeadProps {
  label: string
  isFigure: boolean
  direction: 'none' | 'ascending' | 'descending'
  onSort: () => void
}

function ColumnHead({ label, isFigure, direction, onSort }: ColumnHeadProps) {
  return (
    <span
      role="columnheader"
      className={classes['cell']}
      data-figure={isFigure}
      aria-sort={direction}
    >
      <button type="button" className={classes['sort']} onClick={onSort}>
        {label}
        {direction === 'descending' && <IconArrowDown size={13} aria-hidden />}
        {direction === 'ascending' && <IconArrowUp size={13} aria-hidden />}
      </button>
    </span>
  )
}
