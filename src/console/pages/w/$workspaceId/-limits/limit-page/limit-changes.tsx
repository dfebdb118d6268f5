import { Text, Title } from '@mantine/core'
import { LinkAnchor } from '@/console/ui/link-anchor'
import { ListTime } from '@/console/ui/list-time'
import type { LimitChange } from './limit-history'

/** Lists the changes of the limit, newest first. */
export function LimitChanges({
  workspaceId,
  changes,
  isUnreadable,
  amount,
}: {
  workspaceId: string
  changes: readonly LimitChange[]
  isUnreadable: boolean
  amount: (value: number | undefined) => string
}) {
  if (changes.length === 0 && !isUnreadable) return null
  return (
    <section aria-label="Changes of this limit">
      <Title order={2} mt="md" mb={4}>
        Changes
      </Title>
      {isUnreadable && (
        <Text fz="sm" c="var(--sb-danger-text)" role="status">
          The changes can’t be loaded. Until they are, the chart shows the present limit throughout.
        </Text>
      )}
      <ul style={{ listStyle: 'none', margin: 0, padding: 0 }}>
        {changes.map(({ event, layer, before, after }) => (
          <li key={`${event.id} ${layer}`}>
            <Text span fz="sm" c="dimmed" className="figures">
              <ListTime value={event.createdAt} />{' '}
            </Text>
            <Text span fz="sm">
              <b>{event.actor.name}</b> set the {layer} value:{' '}
              <LinkAnchor
                to="/w/$workspaceId/history"
                params={{ workspaceId }}
                search={{ id: event.id }}
                fz="sm"
                underline="always"
                style={{ whiteSpace: 'nowrap' }}
              >
                <bdi>{amount(before)}</bdi> → <bdi>{amount(after)}</bdi>
              </LinkAnchor>
            </Text>
            {event.reason !== undefined && (
              <Text fz="xs" lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
                Reason: {event.reason}
              </Text>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
