import { Badge, Group } from '@mantine/core'
import type { WorkspaceSummary } from '@/contract/workspaces'
import { ArchivedBadge, ReadOnlyBadge } from './state-badges'

type Facts = Pick<WorkspaceSummary, 'type' | 'isReadOnly' | 'archivedAt'>

/** Badges of a workspace: its type, read-only and archived. Production stands out. */
export function WorkspaceBadges({
  workspace: { type, isReadOnly, archivedAt },
  isCompact = false,
}: {
  workspace: Facts
  /** Leaves out read-only and archived on a phone. */
  isCompact?: boolean
}) {
  const shown = isCompact ? { visibleFrom: 'sm' } : {}
  return (
    <Group gap={4} wrap="nowrap" component="span" display="inline-flex" flex="none">
      {type === 'production' && (
        <Badge size="xs" color="danger.8" variant="filled">
          Production
        </Badge>
      )}
      {type === 'development' && (
        <Badge size="xs" color="gray" variant="outline">
          Development
        </Badge>
      )}
      {isReadOnly === true && <ReadOnlyBadge {...shown} />}
      {archivedAt !== undefined && <ArchivedBadge {...shown} />}
    </Group>
  )
}
