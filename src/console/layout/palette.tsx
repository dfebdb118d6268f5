import '@mantine/spotlight/styles.css'
import { useDebouncedValue } from '@mantine/hooks'
import { Spotlight, type SpotlightActionGroupData } from '@mantine/spotlight'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { alertTypeFacts, alertTypeNames } from '../../contract/alerts'
import { limitFacts, limitNames } from '../../contract/limits'
import { settingNames, settings } from '../../contract/workspaces'
import { appsQuery } from '../api/apps'
import { connectorsQuery } from '../api/connectors'
import { extensionsQuery, workspacesQuery } from '../api/workspaces'
import { IconSearch } from '../ui/icons.gen'
import type { Page } from './navigation'
import { paletteStore } from './palette-opener'

/** So many connectors, and so many apps: who means another one types on. */
const maxResults = 8

/** Reaches everything that has a name, without a mouse. */
export default function Palette({
  workspaceId,
  pages,
}: {
  workspaceId: string
  pages: readonly Page[]
}) {
  const navigate = useNavigate()
  const { data: extensions } = useQuery(extensionsQuery)
  const { data: workspaces = [] } = useQuery({ ...workspacesQuery, enabled: extensions === true })
  const [query, setQuery] = useState('')
  const [asked] = useDebouncedValue(query.trim(), 120)
  const isAsked = asked.length > 1
  const connectors = useInfiniteQuery({
    ...connectorsQuery(workspaceId, extensions === true, { search: asked, state: 'active' }),
    enabled: isAsked && extensions !== undefined,
  })
  const apps = useInfiniteQuery({
    ...appsQuery(workspaceId, extensions === true, {
      scope: 'workspace',
      search: asked,
      state: 'active',
    }),
    enabled: isAsked && extensions !== undefined,
  })
  // What the engine found for a text is shown although it is not written as it was asked for.
  const found = <Item extends { id: string; key: string; name: string }>(
    {
      data,
      isPlaceholderData,
    }: { data: { pages: { items: Item[] }[] } | undefined; isPlaceholderData: boolean },
    open: (item: Item) => void,
  ) =>
    isAsked && !isPlaceholderData
      ? (data?.pages[0]?.items ?? []).slice(0, maxResults).map((item) => ({
          id: item.id,
          label: item.name,
          description: item.key,
          keywords: [asked],
          onClick: () => open(item),
        }))
      : []
  const isAdmin = pages.some(({ admin }) => admin === true)
  const params = { workspaceId }

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
      nothingFound="Nothing of that name"
      searchProps={{
        placeholder: 'Go to anything by name',
        leftSection: <IconSearch size={16} />,
        'aria-label': 'Go to',
      }}
      transitionProps={{ duration: 80 }}
    />
  )
}
