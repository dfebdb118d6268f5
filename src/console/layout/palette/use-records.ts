import { useDebouncedValue } from '@mantine/hooks'
import type { SpotlightActionData, SpotlightActionGroupData } from '@mantine/spotlight'
import { useInfiniteQuery, useQuery, type UseInfiniteQueryResult } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { appsQuery } from '@/console/api/apps'
import { connectorsQuery } from '@/console/api/connectors'
import { extensionsQuery } from '@/console/api/workspaces'

/** The most connectors and the most apps that are listed. */
const maxResults = 8

interface Records {
  groups: SpotlightActionGroupData[]
  /** What to say if nothing else is found, either. */
  nothingFound: string
}

/** Searches the connectors and apps of a workspace. */
export function useRecords(workspaceId: string, query: string): Records {
  const navigate = useNavigate()
  const { data: extensions } = useQuery(extensionsQuery)
  const [search] = useDebouncedValue(query.trim(), 120)
  const isSearched = search.length > 1
  const enabled = isSearched && extensions !== undefined
  const connectors = useInfiniteQuery({
    ...connectorsQuery(workspaceId, extensions === true, { search, state: 'active' }),
    enabled,
  })
  const apps = useInfiniteQuery({
    ...appsQuery(workspaceId, extensions === true, { scope: 'workspace', search, state: 'active' }),
    enabled,
  })
  const nothingFound = nothingFoundBy([connectors, apps], search !== query.trim())
  if (!isSearched) return { groups: [], nothingFound }
  const groups = [
    {
      group: 'Connectors',
      actions: recordActions(
        connectors,
        search,
        ({ key }) =>
          void navigate({
            to: '/w/$workspaceId/connectors/$connector',
            params: { workspaceId, connector: key },
          }),
      ),
    },
    {
      group: 'Apps',
      actions: recordActions(
        apps,
        search,
        ({ id, key }) =>
          void navigate({
            to: '/w/$workspaceId/apps',
            params: { workspaceId },
            search: { q: key, app: id },
          }),
      ),
    },
  ]
  return { groups, nothingFound }
}

type Search = Pick<
  UseInfiniteQueryResult,
  'error' | 'isFetching' | 'isLoading' | 'isPlaceholderData'
>

/** Says why searches show no results. @param isWaiting whether the text is not searched yet */
function nothingFoundBy(searches: readonly Search[], isWaiting: boolean): string {
  const isRunning = ({ isFetching, isLoading, isPlaceholderData }: Search) =>
    isLoading || (isFetching && isPlaceholderData)
  if (isWaiting || searches.some(isRunning)) return 'Searching…'
  return searches.some(({ error }) => error !== null)
    ? 'Couldn’t search connectors and apps'
    : 'No results'
}

interface FoundRecords<Item> {
  data: { pages: { items: Item[] }[] } | undefined
  isPlaceholderData: boolean
}

function recordActions<Item extends { id: string; key: string; name: string }>(
  { data, isPlaceholderData }: FoundRecords<Item>,
  search: string,
  open: (item: Item) => void,
): SpotlightActionData[] {
  const items = isPlaceholderData ? [] : (data?.pages[0]?.items ?? [])
  return items.slice(0, maxResults).map((item) => ({
    id: item.id,
    label: item.name,
    description: item.key,
    // The palette shows results of the engine even if they don't contain the text literally.
    keywords: [search],
    onClick: () => open(item),
  }))
}
