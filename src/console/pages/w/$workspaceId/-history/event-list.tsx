import { Text } from '@mantine/core'
import { useMemo } from 'react'
import { groupEvents } from '@/console/edits/group-events'
import { useRestoredScroll } from '@/console/table/use-restored-scroll'
import { formatLongDate } from '@/console/ui/format/format-date'
import type { AuditEvent } from '@/contract/history'
import { EventGroup } from './event-row'

interface EventListProps {
  workspaceId: string
  events: readonly AuditEvent[]
  /** The filters that the link to an entry keeps. */
  search: Readonly<Record<string, string | undefined>>
  isFetching: boolean
  /** Whether older entries are not loaded yet. */
  hasMore: boolean
  onMore: (() => void) | undefined
}

/** Formatting both for the user's locale would take a hundred times as long. */
const isSameDay = (one: AuditEvent, other: AuditEvent) =>
  new Date(one.createdAt).toDateString() === new Date(other.createdAt).toDateString()

/** Returns the groups of entries, the first one of a day with that day. */
function groupsWithDays(events: readonly AuditEvent[]) {
  return groupEvents(events).map((group, index, groups) => {
    const previous = groups[index - 1]?.[0]
    const isNewDay = previous === undefined || !isSameDay(previous, group[0])
    return { group, day: isNewDay ? formatLongDate(group[0].createdAt) : undefined }
  })
}

/** Entries by day, newest first. Those of one bulk action are grouped. */
export function EventList({
  workspaceId,
  events,
  search,
  isFetching,
  hasMore,
  onMore,
}: EventListProps) {
  const groups = useMemo(() => groupsWithDays(events), [events])
  useRestoredScroll({ size: events.length, hasMore, onMore })
  return (
    <ol
      aria-label="History"
      style={{ listStyle: 'none', margin: 0, padding: 0 }}
      aria-busy={isFetching}
    >
      {groups.map(({ group, day }, index) => (
        <li key={group[0].id}>
          {day !== undefined && (
            <Text component="h2" fz="sm" fw={620} c="dimmed" mt="sm" mb={4}>
              {day}
            </Text>
          )}
          <EventGroup
            workspaceId={workspaceId}
            events={group}
            search={search}
            hasMore={hasMore && index === groups.length - 1}
          />
        </li>
      ))}
    </ol>
  )
}
