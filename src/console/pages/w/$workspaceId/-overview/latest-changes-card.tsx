import { Skeleton, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { latestChangesQuery } from '@/console/api/history'
import { describeAction } from '@/console/edits/action-labels'
import { groupEvents } from '@/console/edits/group-events'
import { ErrorAlert } from '@/console/layout/error-alert'
import { formatCount } from '@/console/ui/format/format-count'
import { LinkAnchor } from '@/console/ui/link-anchor'
import { ListTime } from '@/console/ui/list-time'
import { OverviewCard, OverviewNote, OverviewRow } from './overview-card'

const maxChangesShown = 6
/** The most pages of the history that are searched for changes. */
const maxPages = 10

/** Lists the latest changes, each bulk action as one. */
export function LatestChangesCard({ workspaceId }: { workspaceId: string }) {
  const { data, error, isPending, isFetching, hasNextPage, fetchNextPage, refetch } =
    useInfiniteQuery(latestChangesQuery(workspaceId))
  const pages = data?.pages ?? []
  // Each sign-in of an operator issues a token: that is no change of the workspace.
  const events = pages
    .flatMap(({ items }) => items)
    .filter(({ operation }) => operation !== 'createOrgWorkspaceAccessToken')
  const groups = groupEvents(events)
  /** The group that entries that are not read yet may belong to. */
  const lastRead = hasNextPage ? groups.length - 1 : undefined
  // Entries count, not groups: a bulk archive would be read to its end.
  const isSearching =
    hasNextPage && events.length < maxChangesShown && pages.length < maxPages && error === null
  useEffect(() => {
    if (isSearching && !isFetching) void fetchNextPage()
  }, [isSearching, isFetching, fetchNextPage])
  return (
    <OverviewCard
      title="Latest changes"
      action={
        <LinkAnchor to="/w/$workspaceId/history" params={{ workspaceId }} fz="sm">
          History
        </LinkAnchor>
      }
    >
      {isPending && <Skeleton h={{ base: 250, sm: 192 }} role="status" aria-label="Loading" />}
      <ErrorAlert error={error} onRetry={refetch} />
      {data !== undefined && events.length === 0 && !isSearching && (
        <OverviewNote>
          {hasNextPage ? 'Only access tokens were created lately.' : 'No changes yet.'}
        </OverviewNote>
      )}
      {groups.slice(0, maxChangesShown).map(([event, ...others], index) => (
        <OverviewRow
          key={event.id}
          label={
            <span style={{ overflowWrap: 'anywhere' }}>
              <b>{event.actor.name}</b>{' '}
              <LinkAnchor
                to="/w/$workspaceId/history"
                params={{ workspaceId }}
                search={{ id: event.id }}
                fz="sm"
                c="inherit"
              >
                {describeAction(event)}
              </LinkAnchor>
              {others.length > 0 &&
                ` and ${formatCount(others.length)}${index === lastRead ? '+' : ''} more`}
              {event.reason !== undefined && (
                <Text span fz="xs" c="dimmed" lineClamp={1}>
                  Reason: {event.reason}
                </Text>
              )}
            </span>
          }
        >
          <Text span inherit c="dimmed" style={{ whiteSpace: 'nowrap' }}>
            <ListTime value={event.createdAt} />
          </Text>
        </OverviewRow>
      ))}
    </OverviewCard>
  )
}
