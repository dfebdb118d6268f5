import '@mantine/spotlight/styles.css'
import { useMantineColorScheme } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { Spotlight, type SpotlightActionGroupData } from '@mantine/spotlight'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { alertTypeFacts, alertTypeNames } from '../../contract/alerts'
import { limitFacts, limitNames } from '../../contract/limits'
import { settingNames, settings } from '../../contract/workspaces'
import { toApiError } from '../api/api-error'
import { appsQuery, fetchAllApps } from '../api/apps'
import { connectorsQuery } from '../api/connectors'
import { extensionsQuery, workspaceQuery, workspacesQuery } from '../api/workspaces'
import { startStory, storyNames } from '../presenter/progress'
import { stories } from '../presenter/stories'
import { download } from '../ui/download'
import { IconSearch } from '../ui/icons.gen'
import type { Page } from './navigation'
import { paletteStore } from './palette-opener'
import { useSignOut } from './use-sign-out'

const colorSchemes = [
  { value: 'dark', label: 'Use dark colors' },
  { value: 'light', label: 'Use light colors' },
  { value: 'auto', label: 'Use the system’s colors' },
] as const

/** The most connectors and the most apps that are listed. */
const maxResults = 8

/** The command palette: finds pages and records by name, and runs actions. */
export default function Palette({
  workspaceId,
  pages,
}: {
  workspaceId: string
  pages: readonly Page[]
}) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const signOut = useSignOut()
  const { setColorScheme } = useMantineColorScheme()
  const { data: extensions } = useQuery(extensionsQuery)
  const { data: workspaces = [] } = useQuery({ ...workspacesQuery, enabled: extensions === true })
  const [query, setQuery] = useState('')
  const [searched] = useDebouncedValue(query.trim(), 120)
  const isSearched = searched.length > 1
  const connectors = useInfiniteQuery({
    ...connectorsQuery(workspaceId, extensions === true, { search: searched, state: 'active' }),
    enabled: isSearched && extensions !== undefined,
  })
  const apps = useInfiniteQuery({
    ...appsQuery(workspaceId, extensions === true, {
      scope: 'workspace',
      search: searched,
      state: 'active',
    }),
    enabled: isSearched && extensions !== undefined,
  })
  // Results of the engine are shown even where they don't contain the text literally.
  const found = <Item extends { id: string; key: string; name: string }>(
    {
      data,
      isPlaceholderData,
    }: { data: { pages: { items: Item[] }[] } | undefined; isPlaceholderData: boolean },
    open: (item: Item) => void,
  ) =>
    isSearched && !isPlaceholderData
      ? (data?.pages[0]?.items ?? []).slice(0, maxResults).map((item) => ({
          id: item.id,
          label: item.name,
          description: item.key,
          keywords: [searched],
          onClick: () => open(item),
        }))
      : []
  const isAdmin = pages.some(({ admin }) => admin === true)
  const params = { workspaceId }

  async function exportApps() {
    const filter = { scope: 'workspace', search: '', state: 'active' } as const
    const items = await fetchAllApps(workspaceId, extensions === true, filter)
    download('apps.json', 'application/json', JSON.stringify(items, null, 2))
  }
  async function exportLimits() {
    const { response } = await client.ensureQueryData(workspaceQuery(workspaceId))
    download('limits.json', 'application/json', JSON.stringify(response.limits ?? {}, null, 2))
  }
  const reportFailure = (error: unknown) =>
    notifications.show({ color: 'danger', message: toApiError(error).message })
  const goToSettings = (hash: string) =>
    void navigate({ to: '/w/$workspaceId/settings', params, hash })

  const actions: SpotlightActionGroupData[] = [
    {
      group: 'Pages',
      actions: pages.map(({ to, label }) => ({
        id: to,
        label,
        onClick: () => void navigate({ to, params }),
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
    {
      group: 'Connectors',
      actions: found(
        connectors,
        ({ key }) =>
          void navigate({
            to: '/w/$workspaceId/connectors/$connector',
            params: { workspaceId, connector: key },
          }),
      ),
    },
    {
      group: 'Apps',
      actions: found(
        apps,
        ({ id, key }) =>
          void navigate({ to: '/w/$workspaceId/apps', params, search: { q: key, app: id } }),
      ),
    },
    ...(isAdmin
      ? [
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
      : []),
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
          onClick: () => void exportApps().catch(reportFailure),
        },
        ...(isAdmin
          ? [
              {
                id: 'export limits',
                label: 'Export limits as JSON',
                keywords: ['download'],
                onClick: () => void exportLimits().catch(reportFailure),
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
          : []),
        ...(pages.some(({ demo }) => demo === true)
          ? storyNames.map((story) => ({
              id: `story ${story}`,
              label: `Present: ${stories[story].title}`,
              keywords: ['presenter', 'demo', 'tour', 'story'],
              onClick: () => startStory(story),
            }))
          : []),
        { id: 'sign out', label: 'Sign out', onClick: () => void signOut() },
      ],
    },
  ]

  return (
    <Spotlight
      store={paletteStore}
      centered={false}
      actions={actions}
      query={query}
      onQueryChange={setQuery}
      shortcut={null}
      limit={30}
      maxHeight={420}
      scrollable
      highlightQuery
      nothingFound="No results"
      searchProps={{
        placeholder: 'Go to a page or record, or run an action',
        leftSection: <IconSearch size={16} />,
        'aria-label': 'Go to',
      }}
      transitionProps={{ duration: 80 }}
    />
  )
}
