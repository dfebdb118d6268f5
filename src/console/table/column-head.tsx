import { IconArrowDown, IconArrowUp } from '@/console/ui/icons.gen'
import { nextSort, readSort, type ColumnFacts } from './columns'
import classes from './record-table.module.css'

interface ColumnHeadProps<Row> {
  column: ColumnFacts<Row>
  className: string | undefined
  sort: string | undefined
  /** Undefined if another control sorts the table. */
  onSort: ((sort: string | undefined) => void) | undefined
}

/** The head of a column: a click sorts by it. */
export function ColumnHead<Row>({
  column: { name, label, isFigure },
  className,
  sort,
  onSort,
}: ColumnHeadProps<Row>) {
  const sorting = readSort(sort)
  const direction =
    sorting?.name !== name ? 'none' : sorting.descending ? 'descending' : 'ascending'
  return (
    <span
      role="columnheader"
      className={className}
      data-figure={isFigure === true}
      data-column={name}
      aria-sort={direction}
    >
      {onSort === undefined ? (
        label
      ) : (
        <button
          type="button"
          className={classes['sort']}
          onClick={() => onSort(nextSort(sort, name))}
        >
          {label}
          {direction === 'descending' && <IconArrowDown size={13} aria-hidden />}
          {direction === 'ascending' && <IconArrowUp size={13} aria-hidden />}
        </button>
      )}
    </span>
  )
}
