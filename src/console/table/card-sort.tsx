import { ActionIcon, Group, NativeSelect, Text } from '@mantine/core'
import { useId } from 'react'
import { IconArrowDown, IconArrowUp } from '@/console/ui/icons.gen'
import { GridCheckbox, type TriState } from '@/console/ui/inputs/grid-checkbox'
import { readSort, type ColumnFacts } from './columns'
import classes from './record-table.module.css'

interface CardSortProps<Row> {
  columns: readonly ColumnFacts<Row>[]
  sort: string | undefined
  /** The name of the order without a sort. */
  unsorted?: string
  onSort: (sort: string | undefined) => void
  /** Whether all loaded rows are selected; undefined if rows can't be selected. */
  selected?: TriState | undefined
  onToggleAll?: () => void
}

/** What the header of a table offers, for a phone, where rows are cards: selection and order. */
export function CardSort<Row>({
  columns,
  sort,
  unsorted = 'Default',
  onSort,
  selected,
  onToggleAll,
}: CardSortProps<Row>) {
  const id = useId()
  const sorting = readSort(sort)
  const isDescending = sorting?.descending === true
  return (
    <div className={classes['cardSort']}>
      {selected !== undefined && (
        <GridCheckbox
          label="Select all that are loaded"
          state={selected}
          onToggle={() => onToggleAll?.()}
        />
      )}
      <Group gap={6} ml="auto" wrap="nowrap">
        <Text component="label" htmlFor={id} fz="xs" c="dimmed">
          Sort by
        </Text>
        <NativeSelect
          id={id}
          size="xs"
          value={sorting?.name ?? ''}
          onChange={({ currentTarget: { value } }) => onSort(value === '' ? undefined : value)}
          data={[
            { value: '', label: unsorted },
            ...columns.map(({ name, label }) => ({ value: name, label })),
          ]}
        />
        <ActionIcon
          variant="default"
          size={30}
          disabled={sorting === undefined}
          aria-label={isDescending ? 'Sort ascending' : 'Sort descending'}
          onClick={() => sorting && onSort(isDescending ? sorting.name : `-${sorting.name}`)}
        >
          {isDescending ? <IconArrowDown size={14} /> : <IconArrowUp size={14} />}
        </ActionIcon>
      </Group>
    </div>
  )
}
