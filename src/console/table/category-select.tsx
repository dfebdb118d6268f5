import { FilterSelect } from './filter-select'

interface CategorySelectProps {
  categories: readonly string[]
  value: string | undefined
  onChange: (category: string | undefined) => void
}

/** Filters a list by category. */
export function CategorySelect({ categories, value, onChange }: CategorySelectProps) {
  return (
    <FilterSelect
      label="Category"
      anyLabel="Any category"
      options={categories.map((category) => ({ value: category, label: category }))}
      value={value}
      onChange={onChange}
      width={150}
      searchable
      nothingFoundMessage="No such category"
    />
  )
}
