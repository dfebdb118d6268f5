import { useMantineColorScheme } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { SpotlightActionData, SpotlightActionGroupData } from '@mantine/spotlight'
import {
  useInfiniteQuery,
  useQuery,
  useQueryClient,
  type UseInfiniteQueryResult,
} from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { alertTypeFacts, alertTypeNames } from '../../../contract/alerts'
import { limitFacts, limitNames } from '../../../contract/limits'
import { settingNames, settings } from '../../../contract/workspaces'
import { appsQuery, fetchAllApps } from '../../api/apps'
import { connectorsQuery } from '../../api/connectors'
import { useIsDemo } from '../../api/demo'
import {
  extensionsQuery,
  useHasExtensions,
  useWorkspaces,
  workspaceQuery,
} from '../../api/workspaces'
import { startStory, storyNames } from '../../presenter/progress'
import { storyTexts } from '../../presenter/story-texts'
import { useIsAdmin } from '../../session/use-session'
import { download } from '../../browser/download'
import type { Page } from '../navigation'
import { useSignOut } from '../use-sign-out'
import { showError } from '../show-error'

const colorSchemes = [
  { value: 'dark', label: 'Use dark colors' },
  { value: 'light', label: 'Use light colors' },
  { value: 'auto', label: 'Use the system’s colors' },
] as const

/** The most connectors and the most apps that are listed. */
const maxResults = 8

/** Returns the pages of a workspace, and all workspaces. */
export function usePlaces(workspaceId: string, pages: readonly Page[]): SpotlightActionGroupData[] {
  const navigate = useNavigate()
  const { data: workspaces = [] } = useWorkspaces()
  return [
    {
      group: 'Pages',
      actions: pages.map(({ to, label }) => ({
        id: to,
        label,
        onClick: () => void navigate({ to, params: { workspaceId } }),
      })),
    },
    {
      group: 'Workspaces',
      actions: workspaces.map(({ id, name, key, type }) => ({
        id,
        label: name,
        description: `${key}${type === undefined ? '' : `, ${type}`}`,
        onClick: () => void navigate({ to: '/w/$workspaceId', params: { workspaceId: id } }),
      })),
    },
  ]
}

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

/** Returns the settings, limits and alert types of a workspace. */
export function useMembers(workspaceId: string): SpotlightActionGroupData[] {
  const navigate = useNavigate()
  const params = { workspaceId }
  return [
    {
      group: 'Settings',
      actions: settingNames.map((name) => ({
        id: `setting ${name}`,
        label: settings[name].label,
        description: name,
        onClick: () => void navigate({ to: '/w/$workspaceId/settings', params, hash: name }),
      })),
    },
    {
      group: 'Limits',
      actions: limitNames.map((name) => ({
        id: `limit ${name}`,
        label: limitFacts(name).label,
        description: name,
        onClick: () =>
          void navigate({ to: '/w/$workspaceId/limits', params, search: { focus: name } }),
      })),
    },
    {
      group: 'Alert types',
      actions: alertTypeNames.map((name) => ({
        id: `alert ${name}`,
        label: alertTypeFacts(name).label,
        description: name,
        onClick: () =>
          void navigate({ to: '/w/$workspaceId/alerts', params, search: { focus: name } }),
      })),
    },
  ]
}

/** Returns the commands: colors, exports, rotation of secrets, stories of the demo, sign-out. */
export function useCommands(workspaceId: string): SpotlightActionGroupData[] {
  const signOut = useSignOut()
  const { setColorScheme } = useMantineColorScheme()
  const exportApps = useExportApps(workspaceId)
  const adminCommands = useAdminCommands(workspaceId)
  const isAdmin = useIsAdmin()
  const isDemo = useIsDemo()
  return [
    {
      group: 'Actions',
      actions: [
        ...colorSchemes.map(({ value, label }) => ({
          id: `theme ${value}`,
          label,
          keywords: ['theme', 'color scheme', 'appearance'],
          onClick: () => setColorScheme(value),
        })),
        {
          id: 'export apps',
          label: 'Export apps as JSON',
          keywords: ['download'],
          onClick: () => void exportApps().catch(showError),
        },
        ...(isAdmin ? adminCommands : []),
        ...(isAdmin && isDemo ? storyCommands : []),
        { id: 'sign out', label: 'Sign out', onClick: () => void signOut() },
      ],
    },
  ]
}

const storyCommands: SpotlightActionData[] = storyNames.map((story) => ({
  id: `story ${story}`,
  label: `Present: ${storyTexts[story].title}`,
  keywords: ['presenter', 'demo', 'tour', 'story'],
  onClick: () => startStory(story),
}))

function useExportApps(workspaceId: string): () => Promise<void> {
  const hasExtensions = useHasExtensions()
  return async () => {
    const filter = { scope: 'workspace', search: '', state: 'active' } as const
    const items = await fetchAllApps(workspaceId, hasExtensions, filter)
    download('apps.json', 'application/json', JSON.stringify(items, null, 2))
  }
}

function useAdminCommands(workspaceId: string): SpotlightActionData[] {
  const navigate = useNavigate()
  const client = useQueryClient()
  async function exportLimits() {
    const { response } = await client.ensureQueryData(workspaceQuery(workspaceId))
    download('limits.json', 'application/json', JSON.stringify(response.limits ?? {}, null, 2))
  }
  const goToSettings = (hash: string) =>
    void navigate({ to: '/w/$workspaceId/settings', params: { workspaceId }, hash })
  return [
    {
      id: 'export limits',
      label: 'Export limits as JSON',
      keywords: ['download'],
      onClick: () => void exportLimits().catch(showError),
    },
    {
      id: 'rotate secret',
      label: 'Rotate the workspace secret…',
      onClick: () => goToSettings('danger-zone'),
    },
    {
      id: 'rotate webhook secret',
      label: 'Rotate the webhook secret…',
      onClick: () => goToSettings('webhook'),
    },
  ]
}
