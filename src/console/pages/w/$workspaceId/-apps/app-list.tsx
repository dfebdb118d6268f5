import { Button, Stack } from '@mantine/core'
import { useDeferredValue, useMemo } from 'react'
import { fetchAllApps, type AppFilter, type ListedApp } from '@/console/api/apps'
import { useHasExtensions } from '@/console/api/workspaces'
import { ListPage } from '@/console/table/list-page'
import { RecordTable } from '@/console/table/record-table'
import { SortNote } from '@/console/table/sort-note'
import { TableMenu } from '@/console/table/table-menu'
import { useTableView } from '@/console/table/table-view'
import type { LoadedList } from '@/console/table/use-list-page'
import { IconApps } from '@/console/ui/icons.gen'
import { appSortSchema } from '@/contract/apps'
import { appColumns } from './app-columns'
import { AppFilters } from './app-filters'
import type { AppSearch } from './app-search'
import type { SelectedApps } from './use-selected-apps'

interface AppListProps {
  workspaceId: string
  filter: AppFilter
  sort: string | undefined
  list: LoadedList<ListedApp>
  /** Undefined if the user may not archive apps. */
  selected: SelectedApps | undefined
  mayCreate: boolean
  onUpdateSearch: (search: Partial<AppSearch>) => void
  onTab: (tab: AppFilter['scope']) => void
  onRestore: (app: ListedApp) => void
}

/** The table of apps with its filters. */
export function AppList({
  workspaceId,
  filter,
  sort,
  list,
  selected,
  mayCreate,
  onUpdateSearch,
  onTab,
  onRestore,
}: AppListProps) {
  const hasExtensions = useHasExtensions()
  const { scope, search = '', category, state } = filter
  // Rendered when the user pauses typing, so that no key waits for the rows.
  const [rows, searched] = [useDeferredValue(list.rows), useDeferredValue(search)]
  const columns = useMemo(() => appColumns(searched, hasExtensions), [searched, hasExtensions])
  const table = useTableView('apps', columns)
  // An engine that counts the apps sorts them too.
  const isSorted = hasExtensions && list.total !== undefined
  const isFiltered = search !== '' || category !== undefined
  const nothing = (
    <NothingFound filter={filter} isFiltered={isFiltered} mayCreate={mayCreate} onTab={onTab} />
  )
  return (
    <ListPage
      list={list}
      nouns={['app', 'apps']}
      isFiltered={isFiltered}
      onClearFilters={() => onUpdateSearch({ q: undefined, category: undefined })}
      filters={<AppFilters workspaceId={workspaceId} filter={filter} onFilter={onUpdateSearch} />}
      menu={
        <TableMenu
          view={table}
          fileName={`${scope}-apps`}
          readAll={() => fetchAllApps(workspaceId, hasExtensions, filter)}
        />
      }
      empty={{ icon: <IconApps />, title: 'No apps here yet', text: nothing }}
      emptyFiltered={{
        title: search === '' ? `No apps in the category ${category}` : `No results for '${search}'`,
        text: nothing,
      }}
      notes={!isSorted && <SortNote sort={sort} hasMore={list.hasMore} />}
      canLoadMore={false}
    >
      <RecordTable
        label="Apps"
        rows={rows}
        view={table}
        sort={sort}
        onSort={(next) => onUpdateSearch({ sort: appSortSchema.safeParse(next).data })}
        isSorted={isSorted}
        nameOf={({ name }) => name}
        hasMore={list.hasMore && (sort === undefined || isSorted)}
        onMore={list.onMore}
        selection={selected?.selection}
        onSelection={selected?.select}
        renderActions={
          selected !== undefined && hasExtensions && state !== 'active'
            ? (app) =>
                app.archivedAt !== undefined && (
                  <Button size="compact-xs" variant="subtle" onClick={() => onRestore(app)}>
                    Restore
                  </Button>
                )
            : undefined
        }
      />
    </ListPage>
  )
}

interface NothingFoundProps {
  filter: AppFilter
  isFiltered: boolean
  mayCreate: boolean
  onTab: (tab: AppFilter['scope']) => void
}

/** What to do if the list has no app. */
function NothingFound({
  filter: { scope, state },
  isFiltered,
  mayCreate,
  onTab,
}: NothingFoundProps) {
  const isOwn = scope === 'workspace'
  function text(): string {
    if (!isFiltered)
      return state === 'archived'
        ? 'Archived apps appear here.'
        : `Apps that this workspace ${isOwn ? 'creates' : 'can use'} appear here.`
    if (!isOwn) return 'Names and keys are searched; one typo is allowed.'
    return `It may be in the public catalog.${mayCreate ? ' If it isn’t, create it.' : ''}`
  }
  return (
    <Stack align="center" gap="xs">
      {text()}
      <Button
        size="compact-sm"
        variant="default"
        onClick={() => onTab(isOwn ? 'public' : 'workspace')}
      >
        {isOwn ? 'Search the public catalog' : 'Search the workspace apps'}
      </Button>
    </Stack>
  )
}
