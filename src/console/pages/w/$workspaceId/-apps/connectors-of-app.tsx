import { Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ListedApp } from '../../../../api/apps'
import type { ApiResponse } from '../../../../api/client'
import { connectionsOfAppQuery } from '../../../../api/connections'
import { connectorsOfAppQuery } from '../../../../api/connectors'
import { ConnectionBadges } from '../../../../layout/connection-badges'
import { ErrorAlert } from '../../../../layout/error-alert'
import { LinkAnchor } from '../../../../ui/link-anchor'

interface UsesProps<Item> {
  title: string
  /** The query of the first page. */
  query: Pick<
    UseQueryResult<ApiResponse<{ items: Item[]; cursor?: string | undefined }>>,
    'data' | 'error' | 'refetch'
  >
  /** Renders an item. */
  children: (item: Item) => ReactNode
}

/** The first connectors or connections that use an app. */
function Uses<Item>({ title, query: { data, error, refetch }, children }: UsesProps<Item>) {
  const page = data?.response
  const count = page?.items.length ?? 0
  return (
    <section aria-label={title}>
      <Title order={3} fz="sm" mb={4}>
        {title}
        {count > 0 && (
          <Text span fz="xs" c="dimmed" ml={6}>
            {count}
            {page?.cursor !== undefined && '+'}
          </Text>
        )}
      </Title>
      <ErrorAlert error={error} onRetry={() => void refetch()} />
      {page === undefined && error === null && (
        <Skeleton height={20} role="status" aria-label="Loading" />
      )}
      {page !== undefined && count === 0 && (
        <Text fz="sm" c="dimmed">
          None in this workspace.
        </Text>
      )}
      {count > 0 && (
        <Stack component="ul" gap={2} m={0} p={0} style={{ listStyle: 'none' }}>
          {page?.items.map(children)}
        </Stack>
      )}
    </section>
  )
}

/** The connectors of the workspace that call an app. */
export function ConnectorsOfApp({ workspaceId, app }: { workspaceId: string; app: ListedApp }) {
  const query = useQuery(connectorsOfAppQuery(workspaceId, app.id))
  return (
    <Uses title="Connectors for it" query={query}>
      {({ id, key, name }) => (
        <li key={id}>
          <LinkAnchor
            to="/w/$workspaceId/connectors/$connector"
            params={{ workspaceId, connector: key }}
            fz="sm"
          >
            {name}
          </LinkAnchor>{' '}
          <Text span fz="xs" c="dimmed" className="mono">
            {key}
          </Text>
        </li>
      )}
    </Uses>
  )
}

/** The connections of the workspace to an app. */
export function ConnectionsToApp({ workspaceId, app }: { workspaceId: string; app: ListedApp }) {
  const query = useQuery(connectionsOfAppQuery(workspaceId, app.id))
  return (
    <Uses title="Connections to it" query={query}>
      {(connection) => (
        <li key={connection.id}>
          <LinkAnchor
            to="/w/$workspaceId/connections"
            params={{ workspaceId }}
            search={{ id: connection.key ?? connection.id }}
            fz="sm"
            mr={6}
          >
            {connection.name}
          </LinkAnchor>
          <ConnectionBadges connection={connection} />
        </li>
      )}
    </Uses>
  )
}
