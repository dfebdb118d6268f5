import { Button, Chip, Group, Text } from '@mantine/core'
import { memo, type ReactNode } from 'react'
import { SearchField } from '@/console/ui/inputs/search-field'
import { FilterSelect } from './filter-select'
import classes from './filter-bar.module.css'

interface FilterBarFacts<Name extends string> {
  /** The rows: 'limits'. */
  plural: string
  /** The label of the search: 'Find a limit'. */
  findLabel: string
  /** The label of the choice of a group, and of none: 'Group', 'All groups'. */
  groupLabel: string
  anyGroupLabel: string
  groups: Readonly<Record<string, string>>
  filters: Readonly<Record<Name, { label: string }>>
}

/** The filters of a grid, as its address names them. */
export interface GridFilters<Name extends string> {
  q: string | undefined
  group: string | undefined
  show: Name[] | undefined
}

interface FilterBarProps<Name extends string> {
  text: string
  group: string | undefined
  shown: readonly Name[]
  /** The yes-or-no filters that the user can choose. */
  filterNames: readonly Name[]
  /** How many rows pass the filters, and how many there are. */
  count: number
  total: number
  onFilter: (filters: Partial<GridFilters<Name>>) => void
  /** What sorts the grid on a phone. */
  sortControl?: ReactNode
}

/**
 * Makes the text, group and yes-or-no filters of a grid, with the number of matching rows. They are
 * not rendered again for a change in the grid that leaves them as they are.
 */
export function filterBar<Name extends string>({
  plural,
  findLabel,
  groupLabel,
  anyGroupLabel,
  groups,
  filters,
}: FilterBarFacts<Name>) {
  const groupOptions = Object.entries(groups).map(([value, label]) => ({ value, label }))
  return memo(function FilterBar({
    text,
    group,
    shown,
    filterNames,
    count,
    total,
    onFilter,
    sortControl,
  }: FilterBarProps<Name>) {
    return (
      <Group gap="xs" mb="xs" className="filters">
        <SearchField label={findLabel} text={text} onText={(q) => onFilter({ q })} width={200} />
        <FilterSelect
          label={groupLabel}
          anyLabel={anyGroupLabel}
          options={groupOptions}
          value={group}
          onChange={(chosen) => onFilter({ group: chosen })}
          width={170}
        />
        <Chip.Group
          multiple
          value={[...shown]}
          onChange={(values) =>
            onFilter({ show: filterNames.filter((name) => values.includes(name)) })
          }
        >
          <Group gap={6} className={classes['chips'] ?? ''}>
            {filterNames.map((name) => (
              <Chip key={name} value={name} size="xs">
                {filters[name].label}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
        {count === 0 && (
          <Button
            variant="default"
            size="compact-sm"
            onClick={() => onFilter({ q: undefined, group: undefined, show: undefined })}
          >
            Clear the filters
          </Button>
        )}
        <Text fz="xs" c="dimmed" ml="auto" aria-live="polite">
          {count} of {total} {plural}
        </Text>
        {sortControl}
      </Group>
    )
  })
}
