import { SegmentedControl } from '@mantine/core'

interface FilterSegmentsProps<Value extends string> {
  label: string
  options: readonly { value: Value; label: string }[]
  value: Value | undefined
  onChange: (value: Value | undefined) => void
}

/** Filters a list by one of a few values that are always visible, or shows all. */
export function FilterSegments<Value extends string>({
  label,
  options,
  value,
  onChange,
}: FilterSegmentsProps<Value>) {
  return (
    <SegmentedControl<Value | 'all'>
      aria-label={label}
      size="xs"
      value={value ?? 'all'}
      data={[{ value: 'all', label: 'All' }, ...options]}
      onChange={(chosen) => onChange(chosen === 'all' ? undefined : chosen)}
    />
  )
}
