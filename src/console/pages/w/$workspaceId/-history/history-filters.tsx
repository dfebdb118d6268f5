import { DayFilters } from '@/console/table/day-filters'
import { FilterSegments } from '@/console/table/filter-segments'
import { FilterSelect } from '@/console/table/filter-select'
import { SearchField } from '@/console/ui/inputs/search-field'
import { recordedOperations } from './describe-event'
import { FieldFilter } from './field-filter'
import type { HistorySearch } from './history-search'

const outcomeOptions = [
  { value: 'done', label: 'Done' },
  { value: 'refused', label: 'Refused' },
  { value: 'read', label: 'Read' },
] as const

interface HistoryFiltersProps {
  search: HistorySearch
  onFilter: (search: HistorySearch) => void
}

/** The filters of the history. */
export function HistoryFilters({ search, onFilter }: HistoryFiltersProps) {
  const { outcome, operation, actor, path } = search
  return (
    <>
      <FilterSegments
        label="Outcome"
        options={outcomeOptions}
        value={outcome}
        onChange={(chosen) => onFilter({ outcome: chosen })}
      />
      <FilterSelect
        label="Operation"
        anyLabel="Any operation"
        options={recordedOperations}
        value={operation}
        onChange={(chosen) => onFilter({ operation: chosen })}
        width={230}
        searchable
      />
      <SearchField
        label="Who"
        text={actor ?? ''}
        onText={(text) => onFilter({ actor: text })}
        width={150}
      />
      <FieldFilter path={path} onPath={(chosen) => onFilter({ path: chosen })} />
      <DayFilters period={search} onPeriod={onFilter} />
    </>
  )
}
