import { Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { toApiError } from '../../../../api/api-error'
import type { ListedApp } from '../../../../api/apps'
import { connectionsOfAppQuery } from '../../../../api/connections'
import { connectorsOfAppQuery } from '../../../../api/connectors'
import { ConnectionBadges } from '../../../../layout/connection-badges'
import { ErrorAlert } from '../../../../layout/error-alert'
import { LinkAnchor } from '../../../../ui/link-anchor'

interface UsersProps {
  title: string
  none: string
  /** Undefined while loading. */
  count: number | undefined
  hasMore: boolean
  error: Error | null
  children: ReactNode
}

/** A list of what uses an app. */
function Users({ title, none, count, hasMore, error, children }: UsersProps) {
  return (
    <section aria-label={title}>
      <Title order={3} fz="sm" mb={4}>
        {title}
        {count !== undefined && count > 0 && (
          <Text span fz="xs" c="dimmed" ml={6}>
            {count}
            {hasMore ? '+' : ''}
          </Text>
        )}
      </Title>
      {error !== null && <ErrorAlert error={toApiError(error)} />}
      {count === undefined && error === null && (
        <Skeleton height={20} role="status" aria-label="Loading" />
      )}
      {count === 0 && (
        <Text fz="sm" c="dimmed">
          {none}
        </Text>
      )}
      {count !== undefined && count > 0 && (
        <Stack component="ul" gap={2} m={0} p={0} style={{ listStyle: 'none' }}>
          {children}
        </Stack>
      )}
    </section>
  )
}

/** The connectors of the workspace that call an app. */
export function ConnectorsOfApp({ workspaceId, app }: { workspaceId: string; app: ListedApp }) {
  const { data, error } = useQuery(connectorsOfAppQuery(workspaceId, app.id))
  return (
    <Users
      title="Connectors for it"
      none="None in this workspace."
      count={data?.response.items.length}
      hasMore={data?.response.cursor !== undefined}
      error={error}
    >
      {data?.response.items.map(({ id, key, name }) => (
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
      ))}
    </Users>
  )
}

/** The connections of the workspace to an app. */
export function ConnectionsToApp({ workspaceId, app }: { workspaceId: string; app: ListedApp }) {
  const { data, error } = useQuery(connectionsOfAppQuery(workspaceId, app.id))
  return (
    <Users
      title="Connections to it"
      none="None in this workspace."
      count={data?.response.items.length}
      hasMore={data?.response.cursor !== undefined}
      error={error}
    >
      {data?.response.items.map((connection) => (
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
      ))}
    </Users>
  )
}
