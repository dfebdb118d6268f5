import { ActionIcon, Tooltip } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { connectorCategoriesQuery } from '@/console/api/connectors'
import { useHasExtensions } from '@/console/api/workspaces'
import { CategorySelect } from '@/console/table/category-select'
import { FilterSelect } from '@/console/table/filter-select'
import { StateControl } from '@/console/table/state-control'
import { IconLayoutGrid, IconLayoutList } from '@/console/ui/icons.gen'
import { SearchField } from '@/console/ui/inputs/search-field'
import { authTypeNames, authTypes } from '@/contract/auth-types'
import type { ConnectorSearch } from './connector-search'

const typeOptions = authTypeNames.map((value) => ({ value, label: authTypes[value].label }))
const readOnlyOptions = [
  { value: false, label: 'Editable' },
  { value: true, label: 'Read-only' },
] as const

interface ConnectorFiltersProps {
  workspaceId: string
  search: ConnectorSearch
  onUpdateSearch: (search: ConnectorSearch) => void
}

/** The filters of the list of connectors. Most need the extensions. */
export function ConnectorFilters({
  workspaceId,
  search: { q = '', type, category, readOnly, state = 'active' },
  onUpdateSearch,
}: ConnectorFiltersProps) {
  const hasExtensions = useHasExtensions()
  const { data: categories } = useQuery({
    ...connectorCategoriesQuery(workspaceId),
    enabled: hasExtensions,
  })
  return (
    <>
      <SearchField
        label="Find a connector"
        placeholder="Find by name or key"
        text={q}
        onText={(text) => onUpdateSearch({ q: text })}
        width={180}
      />
      {hasExtensions && (
        <>
          <FilterSelect
            label="Authentication"
            anyLabel="Any authentication"
            options={typeOptions}
            value={type}
            onChange={(chosen) => onUpdateSearch({ type: chosen })}
            width={165}
          />
          <CategorySelect
            categories={categories?.response.items ?? []}
            value={category}
            onChange={(chosen) => onUpdateSearch({ category: chosen })}
          />
          <FilterSelect
            label="Editable or read-only"
            anyLabel="Any access"
            options={readOnlyOptions}
            value={readOnly}
            onChange={(chosen) => onUpdateSearch({ readOnly: chosen })}
            width={150}
          />
        </>
      )}
      <StateControl state={state} onState={(chosen) => onUpdateSearch({ state: chosen })} />
    </>
  )
}

interface ViewButtonsProps {
  view: 'table' | undefined
  onView: (view: 'table' | undefined) => void
}

/** Switches between cards and the table. */
export function ViewButtons({ view, onView }: ViewButtonsProps) {
  return (
    <ActionIcon.Group>
      <Tooltip label="Cards">
        <ActionIcon
          variant={view === undefined ? 'light' : 'default'}
          size={36}
          aria-label="Cards"
          aria-pressed={view === undefined}
          onClick={() => onView(undefined)}
        >
          <IconLayoutGrid size={16} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label="Table">
        <ActionIcon
          variant={view === 'table' ? 'light' : 'default'}
          size={36}
          aria-label="Table"
          aria-pressed={view === 'table'}
          onClick={() => onView('table')}
        >
          <IconLayoutList size={16} />
        </ActionIcon>
      </Tooltip>
    </ActionIcon.Group>
  )
}
