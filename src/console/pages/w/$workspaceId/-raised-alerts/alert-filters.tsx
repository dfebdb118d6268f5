import type { AlertFilter } from '@/console/api/alerts'
import { FilterSegments } from '@/console/table/filter-segments'
import { FilterSelect } from '@/console/table/filter-select'
import { alertTypeFacts, alertTypeNames } from '@/contract/alerts'

const statusOptions = [
  { value: 'ongoing', label: 'Active' },
  { value: 'resolved', label: 'Resolved' },
] as const
const severityOptions = [
  { value: 'critical', label: 'Critical' },
  { value: 'warning', label: 'Warning' },
] as const
const typeOptions = alertTypeNames.map((value) => ({ value, label: alertTypeFacts(value).label }))

interface AlertFiltersProps {
  filter: AlertFilter
  onFilter: (filter: AlertFilter) => void
}

/** Chooses the alerts that are listed: by status, severity and type. */
export function AlertFilters({ filter, onFilter }: AlertFiltersProps) {
  return (
    <>
      <FilterSegments
        label="Status"
        options={statusOptions}
        value={filter.status}
        onChange={(status) => onFilter({ status })}
      />
      <FilterSelect
        label="Severity"
        anyLabel="Any severity"
        options={severityOptions}
        value={filter.severity}
        onChange={(severity) => onFilter({ severity })}
        width={150}
      />
      <FilterSelect
        label="Alert type"
        anyLabel="Any type"
        options={typeOptions}
        value={filter.type}
        onChange={(type) => onFilter({ type })}
        width={260}
        searchable
      />
    </>
  )
}
