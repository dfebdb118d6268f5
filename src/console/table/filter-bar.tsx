import { Chip, Group, Select, Text } from '@mantine/core'
import { SearchField } from '../ui/search-field'

interface FilterBarProps<Name extends string> {
  /** The name of a row, such as 'limit'. */
  noun: string
  /** The name of a group of rows, such as 'group'. */
  groupNoun: string
  text: string
  group: string | undefined
  groups: Readonly<Record<string, string>>
  shown: readonly Name[]
  filters: Readonly<Record<Name, { label: string }>>
  filterNames: readonly Name[]
  count: string
  onFilter: (filter: {
    q?: string | undefined
    group?: string | undefined
    show?: Name[] | undefined
  }) => void
}

/** The text, group and yes-or-no filters of a grid, with the number of matching rows. */
export function FilterBar<Name extends string>({
  noun,
  groupNoun,
  text,
  group,
  groups,
  shown,
  filters,
  filterNames,
  count,
  onFilter,
}: FilterBarProps<Name>) {
  const article = /^[aeiou]/.test(noun) ? 'an' : 'a'
  const plural = groupNoun.endsWith('y') ? `${groupNoun.slice(0, -1)}ies` : `${groupNoun}s`
  return (
    <Group gap="xs" mb="xs" className="filters">
      <SearchField
        label={`Find ${article} ${noun}`}
        text={text}
        onText={(q) => onFilter({ q })}
        width={200}
      />
      <Select
        aria-label={groupNoun}
        placeholder={`All ${plural}`}
        clearable
        data={Object.entries(groups).map(([value, label]) => ({ value, label }))}
        value={group ?? null}
        onChange={(value) => onFilter({ group: value ?? undefined })}
        w={170}
        clearButtonProps={{ 'aria-label': `All ${plural}` }}
      />
      <Chip.Group
        multiple
        value={[...shown]}
        onChange={(values) =>
          onFilter({ show: filterNames.filter((name) => values.includes(name)) })
        }
      >
        <Group gap={6}>
          {filterNames.map((name) => (
            <Chip key={name} value={name} size="xs">
              {filters[name].label}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
      <Text fz="xs" c="dimmed" ml="auto" aria-live="polite">
        {count}
      </Text>
    </Group>
  )
}
