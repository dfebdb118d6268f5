import { memo } from 'react'
import { categoryLabels, filterNames, filters, type FilterName } from '../../../../forms/alert-rows'
import { FilterBar } from '../../../../table/filter-bar'

export interface AlertFilters {
  q: string | undefined
  group: string | undefined
  show: FilterName[] | undefined
}

interface AlertFilterBarProps {
  text: string
  group: string | undefined
  shown: readonly FilterName[]
  /** How many alert types pass the filters, and how many there are. */
  count: number
  total: number
  onFilter: (filters: Partial<AlertFilters>) => void
}

/** The filters of the matrix. */
export const AlertFilterBar = memo(function AlertFilterBar({
  count,
  total,
  ...bar
}: AlertFilterBarProps) {
  return (
    <FilterBar
      noun="alert type"
      groupNoun="category"
      groups={categoryLabels}
      filters={filters}
      filterNames={filterNames}
      count={`${count} of ${total} alert types`}
      {...bar}
    />
  )
})
