import { Text } from '@mantine/core'
import type { AuditEvent } from '../../../../../contract/history'
import { formatLongDate } from '../../../../ui/format-date'
import { EventGroup } from './event-row'
import { groupEvents } from './group-events'

interface EventListProps {
  workspaceId: string
  events: readonly AuditEvent[]
  /** The filters that the link to an entry keeps. */
  search: Readonly<Record<string, string | undefined>>
  isFetching: boolean
  /** Whether older entries are not loaded yet. */
  hasMore: boolean
}

const dayOf = ({ createdAt }: AuditEvent) => formatLongDate(createdAt)

/** Entries by day, newest first. Those of one bulk action are grouped. */
export function EventList({ workspaceId, events, search, isFetching, hasMore }: EventListProps) {
  const groups = groupEvents(events)
  return (
    <ol
      aria-label="History"
      style={{ listStyle: 'none', margin: 0, padding: 0 }}
      aria-busy={isFetching}
    >
      {groups.map((group, index) => {
        const [event] = group
        const previous = groups[index - 1]?.[0]
        return (
          <li key={event.id}>
            {(previous === undefined || dayOf(previous) !== dayOf(event)) && (
              <Text component="h2" fz="sm" fw={620} c="dimmed" mt="sm" mb={4}>
                {dayOf(event)}
              </Text>
            )}
            <EventGroup
              workspaceId={workspaceId}
              events={group}
              search={search}
              hasMore={hasMore && index === groups.length - 1}
            />
          </li>
        )
      })}
    </ol>
  )
}
