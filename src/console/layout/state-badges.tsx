import { Badge } from '@mantine/core'

/** Marks an archived record. */
export function ArchivedBadge() {
  return (
    <Badge size="xs" color="gray.7" variant="filled">
      Archived
    </Badge>
  )
}

/** Marks a record that can't be changed. */
export function ReadOnlyBadge() {
  return (
    <Badge size="xs" color="caution.7" variant="filled">
      Read-only
    </Badge>
  )
}

/** Badges of an archived or read-only app or connector. */
export function StateBadges({
  record: { archivedAt, isReadOnly },
}: {
  record: { archivedAt?: string | undefined; isReadOnly: boolean }
}) {
  return (
    <>
      {archivedAt !== undefined && <ArchivedBadge />}
      {isReadOnly && <ReadOnlyBadge />}
    </>
  )
}
