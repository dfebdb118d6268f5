import { Badge } from '@mantine/core'

/** Badges of an archived or read-only app or connector. */
export function StateBadges({
  record: { archivedAt, isReadOnly },
}: {
  record: { archivedAt?: string | undefined; isReadOnly: boolean }
}) {
  return (
    <>
      {archivedAt !== undefined && (
        <Badge size="xs" color="gray.7" variant="filled">
          Archived
        </Badge>
      )}
      {isReadOnly && (
        <Badge size="xs" color="caution.7" variant="filled">
          Read-only
        </Badge>
      )}
    </>
  )
}
