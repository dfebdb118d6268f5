import { Skeleton, Stack, Text, Title, type TitleOrder } from '@mantine/core'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ApiResponse } from '@/console/api/client'
import { usingConnectionsQuery } from '@/console/api/connections'
import { useIsTenant } from '@/console/session/use-session'
import { LinkAnchor } from '@/console/ui/link-anchor'
import { ConnectionBadges } from './connection-badges'
import { ErrorAlert } from './error-alert'

interface UsesProps<Item> {
  title: string
  order?: TitleOrder
  /** The query of the first page. */
  query: Pick<
    UseQueryResult<ApiResponse<{ items: Item[]; cursor?: string | undefined }>>,
    'data' | 'error' | 'refetch'
  >
  /** Says that there is no item. */
  noneText?: string
  /** Renders an item. */
  children: (item: Item) => ReactNode
}

/** The first connectors or connections that use something. */
export function Uses<Item>({
  title,
  order = 3,
  query: { data, error, refetch },
  noneText = 'None in this workspace.',
  children,
}: UsesProps<Item>) {
  const page = data?.response
  const count = page?.items.length ?? 0
  return (
    <section aria-label={title}>
      <Title order={order} mb={4} {...(order === 3 ? { fz: 'sm' } : { mt: 'lg' })}>
        {title}
        {count > 0 && (
          <Text span fz="xs" c="dimmed" ml={6}>
            {count}
            {page?.cursor !== undefined && '+'}
          </Text>
        )}
      </Title>
      <ErrorAlert error={error} onRetry={refetch} />
      {page === undefined && error === null && (
        <Skeleton height={20} role="status" aria-label="Loading" />
      )}
      {page !== undefined && count === 0 && (
        <Text fz="sm" c="dimmed">
          {noneText}
        </Text>
      )}
      {count > 0 && (
        <Stack component="ul" gap={4} m={0} p={0} style={{ listStyle: 'none' }}>
          {page?.items.map(children)}
        </Stack>
      )}
    </section>
  )
}

interface UsingConnectionsProps extends Pick<UsesProps<never>, 'title' | 'order'> {
  workspaceId: string
  used: Parameters<typeof usingConnectionsQuery>[1]
}

/** The connections of the workspace to an app, or through a connector. */
export function UsingConnections({ workspaceId, used, ...heading }: UsingConnectionsProps) {
  const query = useQuery(usingConnectionsQuery(workspaceId, used))
  // A tenant sees no connections of others.
  const noneText = useIsTenant() ? { noneText: 'This tenant has none.' } : {}
  return (
    <Uses query={query} {...noneText} {...heading}>
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
