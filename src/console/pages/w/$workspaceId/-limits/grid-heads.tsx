import { Button, Text, Tooltip } from '@mantine/core'
import { memo } from 'react'
import { groupLabels, type LimitRow } from '@/console/grids/limit-rows'
import { ColumnHead } from '@/console/table/column-head'
import type { LimitColumn } from './columns'
import classes from './limits-grid.module.css'

interface ColumnHeadsProps {
  columns: readonly LimitColumn[]
  sort: string | undefined
  /** Undefined if another control sorts the limits. */
  onSort: ((sort: string | undefined) => void) | undefined
}

/** The heads of the columns. */
export const ColumnHeads = memo(function ColumnHeads({ columns, sort, onSort }: ColumnHeadsProps) {
  return (
    <div role="row" className={`${classes['line']} ${classes['head']}`} aria-rowindex={1}>
      {columns.map((column) => (
        <ColumnHead
          key={column.name}
          column={column}
          className={classes['cell']}
          sort={sort}
          onSort={onSort}
        />
      ))}
    </div>
  )
})

interface GroupHeadProps {
  group: LimitRow['group']
  columnCount: number
  /** Whether the workspace has a custom value in the group. */
  isResettable: boolean
  onReset: (group: LimitRow['group']) => void
}

/** The head of a group, which offers to reset its limits. */
export const GroupHead = memo(function GroupHead({
  group,
  columnCount,
  isResettable,
  onReset,
}: GroupHeadProps) {
  return (
    <div className={classes['group']} role="row">
      <span role="gridcell" aria-colspan={columnCount} className={classes['groupCell']}>
        <Text span fz="sm" fw={620}>
          {groupLabels[group]}
        </Text>
        {isResettable && (
          <Tooltip label="Clears the workspace values of this group, so that the defaults apply">
            <Button
              size="compact-xs"
              variant="subtle"
              onClick={() => onReset(group)}
              aria-label={`Reset to defaults: ${groupLabels[group]}`}
            >
              Reset to defaults
            </Button>
          </Tooltip>
        )}
      </span>
    </div>
  )
})
