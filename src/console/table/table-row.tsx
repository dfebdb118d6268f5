import type { Ref, ReactNode } from 'react'
import { GridCheckbox } from '@/console/ui/inputs/grid-checkbox'
import classes from './record-table.module.css'

interface TableRowProps {
  index: number
  /** The distance from the top of the table, in pixels. */
  start: number
  /** In pixels; undefined if the row grows with its content. */
  height: number | undefined
  measure: Ref<HTMLDivElement> | undefined
  name: string
  /** Undefined if rows can't be selected. */
  isSelected: boolean | undefined
  onSelect: (extend: boolean) => void
  cells: ReactNode
  /** Undefined if the table has no column for actions. */
  actions: ReactNode
}

/** One row of a virtualized table, with its checkbox and its actions. */
export function TableRow({
  index,
  start,
  height,
  measure,
  name,
  isSelected,
  onSelect,
  cells,
  actions,
}: TableRowProps) {
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      ref={measure}
      data-index={index}
      className={classes['row']}
      style={{ transform: `translateY(${start}px)`, height }}
      data-selected={isSelected}
    >
      {isSelected !== undefined && (
        <span role="gridcell">
          <GridCheckbox
            label={`Select ${name}`}
            state={isSelected ? 'on' : 'off'}
            onToggle={onSelect}
          />
        </span>
      )}
      {cells}
      {actions !== undefined && (
        <span role="gridcell" className={classes['actions']}>
          {actions}
        </span>
      )}
    </div>
  )
}
