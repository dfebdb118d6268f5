import { Text } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { appQuery, appsQuery } from '@/console/api/apps'
import { connectorsOfAppQuery } from '@/console/api/connectors'
import { useHasExtensions } from '@/console/api/workspaces'
import { SearchedSelect, useSearched } from '@/console/ui/inputs/searched-select'
import { LinkAnchor } from '@/console/ui/link-anchor'
import { keepingErrors, useDraftForm } from './connector-form'
import { withApp } from './draft'

const maxOptions = 50
const maxLinks = 5

interface AppFieldProps {
  workspaceId: string
  /** The key of the connector that is edited; undefined for a new one. */
  edited: string | undefined
}

/** Selects an app of the public catalog, with links to its existing connectors. */
export function AppField({ workspaceId, edited }: AppFieldProps) {
  const hasExtensions = useHasExtensions()
  const { control, getValues, reset } = useDraftForm()
  const [value, chosenName] = useWatch({ control, name: ['appId', 'appName'] })
  const read = useQuery({
    ...appQuery(workspaceId, value ?? ''),
    enabled: hasExtensions && value !== undefined && chosenName === undefined,
  })
  const valueName = chosenName ?? read.data?.response.name
  const [search, setSearch] = useState('')
  const { searched, isTyping } = useSearched(search)
  const { data, isFetching, isPlaceholderData } = useInfiniteQuery(
    appsQuery(workspaceId, hasExtensions, {
      scope: 'public',
      search: searched === valueName ? '' : searched,
      state: 'active',
    }),
  )
  const apps = data?.pages[0]?.items.slice(0, maxOptions) ?? []
  const existing = useQuery({
    ...connectorsOfAppQuery(workspaceId, value ?? '', maxLinks),
    enabled: value !== undefined,
  })
  const options = new Map(
    apps.map(({ id, name, key }) => [id, { value: id, label: `${name} (${key})` }]),
  )
  // The same label whether or not it is listed: the field shows it, and searches for what it shows.
  if (value !== undefined) options.set(value, { value, label: valueName ?? value })
  const listed = value === undefined ? [] : (existing.data?.response.items ?? [])
  const connectors = listed.filter(({ key }) => key !== edited)
  return (
    <div>
      <SearchedSelect
        label="App"
        description="Search the public catalog first."
        placeholder="Find an app by name or key"
        clearable
        options={[...options.values()]}
        isOutdated={isTyping || isPlaceholderData}
        isFetching={isFetching}
        value={value ?? null}
        searchValue={search}
        onSearchChange={setSearch}
        onChange={(id) =>
          reset(
            withApp(
              getValues(),
              apps.find((app) => app.id === id),
            ),
            keepingErrors,
          )
        }
        nothingFoundMessage="No results. You can leave this empty."
        clearButtonProps={{ 'aria-label': 'No app' }}
      />
      {connectors.length > 0 && (
        <Text fz="xs" c="var(--sb-caution-text)" mt={2}>
          {edited === undefined
            ? 'A connector for this app exists already:'
            : 'Other connectors for this app:'}{' '}
          {connectors.map(({ id, key, name }) => (
            <LinkAnchor
              key={id}
              to="/w/$workspaceId/connectors/$connector"
              params={{ workspaceId, connector: key }}
              fz="xs"
              underline="always"
              mr={6}
            >
              {name}
            </LinkAnchor>
          ))}
        </Text>
      )}
    </div>
  )
}
