import { Badge, type BadgeProps } from '@mantine/core'

/** Marks an archived record. */
export function ArchivedBadge(props: Pick<BadgeProps, 'visibleFrom'>) {
  return (
    <Badge size="xs" color="gray.7" variant="filled" flex="none" {...props}>
      Archived
    </Badge>
  )
}

/** Marks a record that can't be changed. */
export function ReadOnlyBadge(props: Pick<BadgeProps, 'visibleFrom'>) {
  return (
    <Badge size="xs" color="caution.7" variant="filled" flex="none" {...props}>
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
