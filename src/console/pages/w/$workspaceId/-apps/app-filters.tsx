import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { archivedStates } from '../../../../../contract/pagination'
import { appCategoriesQuery, type AppFilter } from '../../../../api/apps'
import { CategorySelect } from '../../../../table/category-select'
import { StateControl } from '../../../../table/state-control'
import { SearchField } from '../../../../ui/search-field'
import { appViews } from './views'

const scopes = ['workspace', 'public'] as const

/** The filters, order and open dialogs of the apps page, as in the URL. */
export const appSearchSchema = z.object({
  tab: z.enum(scopes).optional().catch(undefined),
  q: z.string().optional().catch(undefined),
  category: z.string().optional().catch(undefined),
  state: z.enum(archivedStates).optional().catch(undefined),
  sort: z.string().optional().catch(undefined),
  app: z.string().optional().catch(undefined),
  /** A bulk archive to show among the recent ones. */
  batch: z.string().optional().catch(undefined),
  view: z.enum(appViews).optional().catch(undefined),
})

export type AppSearch = z.infer<typeof appSearchSchema>

/** Returns the filter of the list. */
export function appFilterOf({
  tab = 'workspace',
  q = '',
  category,
  state = 'active',
}: AppSearch): AppFilter {
  return { scope: tab, search: q, category, state }
}

/** Returns the filter of a bulk archive, which hits the active apps of the list. */
export function archiveFilterOf({ scope, category, search }: AppFilter) {
  return { scope, category, search: search === '' ? undefined : search }
}

interface AppFiltersProps {
  workspaceId: string
  extensions: boolean
  filter: AppFilter
  onFilter: (search: Pick<AppSearch, 'q' | 'category' | 'state'>) => void
}

/** The filters of the list of apps. */
export function AppFilters({ workspaceId, extensions, filter, onFilter }: AppFiltersProps) {
  const { scope, search = '', category, state } = filter
  const { data: categories } = useQuery({
    ...appCategoriesQuery(workspaceId, scope),
    enabled: extensions,
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
      {extensions && (
        <CategorySelect
          categories={categories?.response.items ?? []}
          value={category}
          onChange={(chosen) => onFilter({ category: chosen })}
        />
      )}
      <StateControl
        state={state}
        extensions={extensions}
        onState={(chosen) => onFilter({ state: chosen })}
      />
    </>
  )
}
