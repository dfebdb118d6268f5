import { VisuallyHidden } from '@mantine/core'
import { GridCheckbox, type TriState } from '@/console/ui/inputs/grid-checkbox'
import { ColumnHead } from './column-head'
import type { Column } from './columns'
import classes from './record-table.module.css'

interface TableHeadProps<Row> {
  columns: readonly Column<Row>[]
  sort: string | undefined
  onSort: (sort: string | undefined) => void
  /** Whether all loaded rows are selected; undefined if rows can't be selected. */
  selected: TriState | undefined
  onToggleAll: () => void
  hasActions: boolean
  /** Whether rows are cards, which name their values themselves. */
  isPhone: boolean
}

/** The header of a table: a click on a column sorts by it. Out of sight where rows are cards. */
export function TableHead<Row>({
  columns,
  sort,
  onSort,
  selected,
  onToggleAll,
  hasActions,
  isPhone,
}: TableHeadProps<Row>) {
  if (isPhone)
    return (
      <VisuallyHidden component="div" role="row" aria-rowindex={1}>
        {selected !== undefined && <span role="columnheader">Selection</span>}
        {columns.map(({ name, label }) => (
          <span key={name} role="columnheader">
            {label}
          </span>
        ))}
        {hasActions && <span role="columnheader">Actions</span>}
      </VisuallyHidden>
    )
  return (
    <div role="row" aria-rowindex={1} className={`${classes['row']} ${classes['head']}`}>
      {selected !== undefined && (
        <span role="columnheader">
          <GridCheckbox
            label="Select all that are loaded"
            state={selected}
            onToggle={onToggleAll}
          />
        </span>
      )}
      {columns.map((column) => (
        <ColumnHead
          key={column.name}
          column={column}
          className={classes['cell']}
          sort={sort}
          onSort={onSort}
        />
      ))}
      {hasActions && (
        <span role="columnheader">
          <VisuallyHidden>Actions</VisuallyHidden>
        </span>
      )}
    </div>
  )
}
