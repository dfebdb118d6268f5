import { Chip } from '@mantine/core'
import type { DeliveryFilter } from '@/console/api/webhooks'
import { DayFilters } from '@/console/table/day-filters'
import type { DayPeriod } from '@/console/table/day-period'
import { FilterSegments } from '@/console/table/filter-segments'
import { FilterSelect } from '@/console/table/filter-select'
import { webhookEventNames } from '@/contract/webhook-events'

const statusOptions = [
  { value: 'pending', label: 'Pending' },
  { value: 'delivered', label: 'Delivered' },
  { value: 'failed', label: 'Failed' },
  { value: 'stopped', label: 'Stopped' },
] as const
const eventOptions = webhookEventNames.map((value) => ({ value, label: value }))

/** The filters as in the URL, where days are in local time. */
type DeliverySearch = Omit<DeliveryFilter, keyof DayPeriod> & DayPeriod

interface DeliveryFiltersProps {
  search: DeliverySearch
  onFilter: (search: DeliverySearch) => void
}

/** Chooses the deliveries that are listed: by status, event, alert and day. */
export function DeliveryFilters({ search, onFilter }: DeliveryFiltersProps) {
  return (
    <>
      <FilterSegments
        label="Status"
        options={statusOptions}
        value={search.status}
        onChange={(status) => onFilter({ status })}
      />
      <FilterSelect
        label="Event"
        anyLabel="Any event"
        options={eventOptions}
        value={search.eventType}
        onChange={(eventType) => onFilter({ eventType })}
        width={220}
        searchable
      />
      {search.alertId !== undefined && (
        <Chip size="xs" checked onChange={() => onFilter({ alertId: undefined })}>
          One alert only
        </Chip>
      )}
      <DayFilters period={search} onPeriod={onFilter} />
    </>
  )
}
