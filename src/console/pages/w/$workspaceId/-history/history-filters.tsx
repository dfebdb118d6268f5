import { Group, Text, TextInput } from '@mantine/core'
import { z } from 'zod'
import { outcomes } from '../../../../../contract/history'
import type { HistoryFilter } from '../../../../api/history'
import { FilterSegments } from '../../../../table/filter-segments'
import { FilterSelect } from '../../../../table/filter-select'
import { SearchField } from '../../../../ui/search-field'
import { recordedOperations } from './describe-event'
import { FieldFilter } from './field-filter'

/** The filters and the open entry of the history, as in the URL. Days are in local time. */
export const historySearchSchema = z.object({
  operation: z.string().optional().catch(undefined),
  actor: z.string().optional().catch(undefined),
  path: z.string().optional().catch(undefined),
  outcome: z.enum(outcomes).optional().catch(undefined),
  from: z.iso.date().optional().catch(undefined),
  to: z.iso.date().optional().catch(undefined),
  id: z.uuid().optional().catch(undefined),
})

type HistorySearch = z.infer<typeof historySearchSchema>

/** Returns midnight of a day in the user's time zone, in the format of the API. */
function midnight(day: string | undefined, plusDays = 0): string | undefined {
  if (day === undefined) return undefined
  const time = new Date(`${day}T00:00:00`)
  // By the calendar: a day on which clocks are changed is not 24 hours long.
  time.setDate(time.getDate() + plusDays)
  return time.toISOString()
}

/** Returns the filter of the API. The last day counts as a whole. */
export function historyFilterOf({ id: _open, from, to, ...words }: HistorySearch): HistoryFilter {
  return { ...words, from: midnight(from), to: midnight(to, 1) }
}

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
  const { outcome, operation, actor, path, from, to } = search
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
      <Group gap={8}>
        <DayField label="From" value={from} onChange={(day) => onFilter({ from: day })} />
        <DayField label="To" value={to} onChange={(day) => onFilter({ to: day })} />
      </Group>
    </>
  )
}

interface DayFieldProps {
  label: 'From' | 'To'
  value: string | undefined
  onChange: (day: string | undefined) => void
}

/** In pixels: the label inside of the field, and the field. */
const dayFieldWidths = { From: [46, 175], To: [32, 160] } as const

function DayField({ label, value, onChange }: DayFieldProps) {
  const [labelWidth, width] = dayFieldWidths[label]
  return (
    <TextInput
      aria-label={`${label} day`}
      type="date"
      leftSection={
        <Text span fz="xs" c="dimmed">
          {label}
        </Text>
      }
      leftSectionWidth={labelWidth}
      w={width}
      value={value ?? ''}
      onChange={(event) => onChange(event.currentTarget.value || undefined)}
    />
  )
}
