import { useQuery } from '@tanstack/react-query'
import { appCategoriesQuery, type AppFilter } from '@/console/api/apps'
import { useHasExtensions } from '@/console/api/workspaces'
import { CategorySelect } from '@/console/table/category-select'
import { StateControl } from '@/console/table/state-control'
import { SearchField } from '@/console/ui/inputs/search-field'
import type { AppSearch } from './app-search'

interface AppFiltersProps {
  workspaceId: string
  filter: AppFilter
  onFilter: (search: Pick<AppSearch, 'q' | 'category' | 'state'>) => void
}

/** The filters of the list of apps. */
export function AppFilters({ workspaceId, filter, onFilter }: AppFiltersProps) {
  const hasExtensions = useHasExtensions()
  const { scope, search = '', category, state } = filter
  const { data: categories } = useQuery({
    ...appCategoriesQuery(workspaceId, scope),
    enabled: hasExtensions,
  })
  return (
    <>
      <SearchField
        label="Find an app"
        placeholder="Find by name or key"
        text={search}
        onText={(text) => onFilter({ q: text })}
        width={260}
      />
      {hasExtensions && (
        <CategorySelect
          categories={categories?.response.items ?? []}
          value={category}
          onChange={(chosen) => onFilter({ category: chosen })}
        />
      )}
      <StateControl state={state} onState={(chosen) => onFilter({ state: chosen })} />
    </>
  )
}
