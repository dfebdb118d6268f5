import { Badge } from '@mantine/core'
import type { ListedConnector } from '../../../../api/connectors'

/** What sets a connector apart: archived, read-only. */
export function ConnectorBadges({ connector: { archivedAt, isReadOnly } }: { connector: ListedConnector }) {
  return (
    <>
      {archivedAt !== undefined && <Badge size="xs" color="gray.7" variant="filled">Archived</Badge>}
      {isReadOnly && <Badge size="xs" color="caution.7" variant="filled">Read-only</Badge>}
    </>
  )
}
