import { Chip } from '@mantine/core'
import type { DeliveryFilter } from '@/console/api/webhooks'
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

interface DeliveryFiltersProps {
  filter: DeliveryFilter
  onFilter: (filter: DeliveryFilter) => void
}

/** Chooses the deliveries that are listed: by status, event and alert. */
export function DeliveryFilters({ filter, onFilter }: DeliveryFiltersProps) {
  return (
    <>
      <FilterSegments
        label="Status"
        options={statusOptions}
        value={filter.status}
        onChange={(status) => onFilter({ status })}
      />
      <FilterSelect
        label="Event"
        anyLabel="Any event"
        options={eventOptions}
        value={filter.eventType}
        onChange={(eventType) => onFilter({ eventType })}
        width={220}
        searchable
      />
      {filter.alertId !== undefined && (
        <Chip size="xs" checked onChange={() => onFilter({ alertId: undefined })}>
          One alert only
        </Chip>
      )}
    </>
  )
}
