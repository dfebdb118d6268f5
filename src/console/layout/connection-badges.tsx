import { Badge, Group } from '@mantine/core'
import type { Connection } from '@/contract/connections'
import { ArchivedBadge } from './state-badges'

type Facts = Pick<Connection, 'disconnected' | 'archivedAt' | 'isTest'>

/** Shows what is special about a connection: that it is archived, disconnected or for tests. */
export function ConnectionBadges({
  connection: { disconnected, archivedAt, isTest },
}: {
  connection: Facts
}) {
  return (
    <Group gap={4} display="inline-flex">
      {archivedAt !== undefined && <ArchivedBadge />}
      {disconnected && archivedAt === undefined && (
        <Badge size="xs" color="danger.8" variant="filled">
          Disconnected
        </Badge>
      )}
      {isTest && (
        <Badge size="xs" color="gray" variant="outline">
          Test
        </Badge>
      )}
    </Group>
  )
}
