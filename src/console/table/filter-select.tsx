import { Select } from '@mantine/core'

interface FilterSelectProps<Value extends string | boolean> {
  label: string
  /** What no filter is called: 'Any event'. */
  anyLabel: string
  options: readonly { value: Value; label: string }[]
  value: Value | undefined
  onChange: (value: Value | undefined) => void
  /** In pixels. */
  width: number
  searchable?: boolean
  nothingFoundMessage?: string
}

/** Filters a list by one of several values, or by none. An unknown value from the URL is shown. */
export function FilterSelect<Value extends string | boolean>({
  label,
  anyLabel,
  options,
  value,
  onChange,
  width,
  searchable = false,
  nothingFoundMessage,
}: FilterSelectProps<Value>) {
  const isKnown = value === undefined || options.some((option) => option.value === value)
  return (
    <Select
      aria-label={label}
      placeholder={anyLabel}
      clearable
      clearButtonProps={{ 'aria-label': anyLabel }}
      searchable={searchable}
      nothingFoundMessage={nothingFoundMessage}
      w={width}
      data={isKnown ? [...options] : [{ value, label: String(value) }, ...options]}
      value={value ?? null}
      onChange={(chosen) => onChange(chosen ?? undefined)}
    />
  )
}
