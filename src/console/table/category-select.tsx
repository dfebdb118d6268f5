import { Select } from '@mantine/core'

interface CategorySelectProps {
  categories: readonly string[]
  value: string | undefined
  onChange: (category: string | undefined) => void
}

/** Filters a list by category. An unknown category from the URL is kept. */
export function CategorySelect({ categories, value, onChange }: CategorySelectProps) {
  return (
    <Select
      aria-label="Category"
      placeholder="Any category"
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'Any category' }}
      w={150}
      data={value === undefined ? [...categories] : [...new Set([value, ...categories])]}
      value={value ?? null}
      onChange={(category) => onChange(category ?? undefined)}
      nothingFoundMessage="No such category"
    />
  )
}
