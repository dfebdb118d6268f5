import { FilterSelect } from './filter-select'

interface CategorySelectProps {
  categories: readonly string[]
  value: string | undefined
  onChange: (category: string | undefined) => void
}

/** Filters a list by category. An unknown category from the URL is kept. */
export function CategorySelect({ categories, value, onChange }: CategorySelectProps) {
  const known = new Set(value === undefined ? categories : [value, ...categories])
  return (
    <FilterSelect
      label="Category"
      anyLabel="Any category"
      options={[...known].map((category) => ({ value: category, label: category }))}
      value={value}
      onChange={onChange}
      width={150}
      searchable
      nothingFoundMessage="No such category"
    />
  )
}
