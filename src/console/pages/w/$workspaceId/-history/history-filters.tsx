import { Group, Text, TextInput } from '@mantine/core'
import { FilterSegments } from '@/console/table/filter-segments'
import { FilterSelect } from '@/console/table/filter-select'
import { SearchField } from '@/console/ui/inputs/search-field'
import { useTyped } from '@/console/ui/inputs/use-typed'
import { recordedOperations } from './describe-event'
import { FieldFilter } from './field-filter'
import { hasYear, isReversed, type HistorySearch } from './history-search'
import styles from './history-filters.module.css'

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
        <DayField
          label="From"
          value={from}
          isWrong={isReversed(search)}
          onChange={(day) => onFilter({ from: day })}
        />
        <DayField
          label="To"
          value={to}
          isWrong={isReversed(search)}
          onChange={(day) => onFilter({ to: day })}
        />
      </Group>
    </>
  )
}

interface DayFieldProps {
  label: 'From' | 'To'
  value: string | undefined
  isWrong: boolean
  onChange: (day: string | undefined) => void
}

/** In pixels: the label inside of the field, and the field. Both fit in a row on a phone. */
const dayFieldWidths = { From: [44, 168], To: [30, 154] } as const

const dayIn = (text: string) => (text === '' || hasYear(text) ? text : undefined)

function DayField({ label, value = '', isWrong, onChange }: DayFieldProps) {
  const [labelWidth, width] = dayFieldWidths[label]
  const field = useTyped({ value, onValue: onChange, read: dayIn })
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
      max="9999-12-31"
      classNames={{ input: styles['day'] ?? '' }}
      error={isWrong}
      data-empty={field.typed === '' || undefined}
      value={field.typed}
      onChange={(event) => field.type(event.currentTarget.value)}
    />
  )
}
