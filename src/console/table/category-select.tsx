import { Select } from '@mantine/core'

interface CategorySelectProps {
  categories: readonly string[]
  value: string | undefined
  onChange: (category: string | undefined) => void
}

/** Narrows a list to one category; one that an address names is kept although it is not among those known. */
export function CategorySelect({ categories, value, onChange }: CategorySelectProps) {
  return (
    <Select
      aria-label="Category"
      placeholder="Any category"
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'Any category' }}
      w={170}
      data={value === undefined ? [...categories] : [...new Set([value, ...categories])]}
      value={value ?? null}
      onChange={(category) => onChange(category ?? undefined)}
      nothingFoundMessage="No such category"
    />
  )
}
