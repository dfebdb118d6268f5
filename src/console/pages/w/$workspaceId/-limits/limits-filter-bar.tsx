import { memo } from 'react'
import { filterNames, filters, groupLabels, type FilterName } from '../../../../forms/limit-rows'
import { FilterBar } from '../../../../table/filter-bar'

export interface LimitFilters {
  q: string | undefined
  group: string | undefined
  show: FilterName[] | undefined
}

interface LimitsFilterBarProps {
  text: string
  group: string | undefined
  shown: readonly FilterName[]
  /** How many limits pass the filters, and how many there are. */
  count: number
  total: number
  onFilter: (filters: Partial<LimitFilters>) => void
}

/** The filters of the grid. */
export const LimitsFilterBar = memo(function LimitsFilterBar({
  count,
  total,
  ...bar
}: LimitsFilterBarProps) {
  return (
    <FilterBar
      noun="limit"
      groupNoun="group"
      groups={groupLabels}
      filters={filters}
      filterNames={filterNames}
      count={`${count} of ${total} limits`}
      {...bar}
    />
  )
})
