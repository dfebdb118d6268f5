import { Group, Text, TextInput } from '@mantine/core'
import { useTyped } from '@/console/ui/inputs/use-typed'
import { hasYear, isReversed, type DayPeriod } from './day-period'
import styles from './day-filters.module.css'

interface DayFiltersProps {
  period: DayPeriod
  onPeriod: (changed: DayPeriod) => void
}

/** Filters a list by the first and the last day. */
export function DayFilters({ period, onPeriod }: DayFiltersProps) {
  return (
    <Group gap={8}>
      <DayField
        label="From"
        value={period.from}
        isWrong={isReversed(period)}
        onChange={(from) => onPeriod({ from })}
      />
      <DayField
        label="To"
        value={period.to}
        isWrong={isReversed(period)}
        onChange={(to) => onPeriod({ to })}
      />
    </Group>
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
