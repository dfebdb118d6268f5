import { Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ListedApp } from '../../../../api/apps'
import { connectionsOfAppQuery } from '../../../../api/connections'
import { connectorsOfAppQuery } from '../../../../api/connectors'
import { ConnectionBadges } from '../../../../layout/connection-badges'
import { ErrorAlert } from '../../../../layout/error-alert'
import { LinkAnchor } from '../../../../ui/link-anchor'

interface UsesProps {
  title: string
  /** Undefined while loading. */
  page: { items: readonly unknown[]; cursor?: string | undefined } | undefined
  error: Error | null
  onRetry: () => void
  /** The items of the page. */
  children: ReactNode
}

/** The first connectors or connections that use an app. */
function Uses({ title, page, error, onRetry, children }: UsesProps) {
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
      <ErrorAlert error={error} onRetry={onRetry} />
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
          {children}
        </Stack>
      )}
    </section>
  )
}

/** The connectors of the workspace that call an app. */
export function ConnectorsOfApp({ workspaceId, app }: { workspaceId: string; app: ListedApp }) {
  const { data, error, refetch } = useQuery(connectorsOfAppQuery(workspaceId, app.id))
  return (
    <Uses
      title="Connectors for it"
      page={data?.response}
      error={error}
      onRetry={() => void refetch()}
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
    </Uses>
  )
}

/** The connections of the workspace to an app. */
export function ConnectionsToApp({ workspaceId, app }: { workspaceId: string; app: ListedApp }) {
  const { data, error, refetch } = useQuery(connectionsOfAppQuery(workspaceId, app.id))
  return (
    <Uses
      title="Connections to it"
      page={data?.response}
      error={error}
      onRetry={() => void refetch()}
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
    </Uses>
  )
}
