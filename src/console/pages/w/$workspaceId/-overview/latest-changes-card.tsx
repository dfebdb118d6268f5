import { Skeleton, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { toApiError } from '../../../../api/api-error'
import { latestChangesQuery } from '../../../../api/history'
import { useHasExtensions } from '../../../../api/workspaces'
import { ErrorAlert } from '../../../../layout/error-alert'
import { LinkAnchor } from '../../../../ui/link-anchor'
import { ListTime } from '../../../../ui/list-time'
import { describeAction } from '../../../../forms/action-labels'
import { OverviewCard, OverviewNote, OverviewRow } from './overview-card'

const maxChangesShown = 6

/** Lists the latest changes; empty if the engine has no history. */
export function LatestChangesCard({ workspaceId }: { workspaceId: string }) {
  const hasExtensions = useHasExtensions()
  const { data, error, isPending } = useInfiniteQuery({
    ...latestChangesQuery(workspaceId),
    enabled: hasExtensions,
  })
  if (!hasExtensions) return null
  // Each sign-in of an operator issues a token: that is no change of the workspace.
  const events = data?.pages[0]?.items
    .filter(({ operation }) => operation !== 'createOrgWorkspaceAccessToken')
    .slice(0, maxChangesShown)
  return (
    <OverviewCard
      title="Latest changes"
      action={
        <LinkAnchor to="/w/$workspaceId/history" params={{ workspaceId }} fz="sm">
          History
        </LinkAnchor>
      }
    >
      {isPending && <Skeleton height={120} role="status" aria-label="Loading" />}
      {error !== null && <ErrorAlert error={toApiError(error)} />}
      {events?.length === 0 && <OverviewNote>No changes yet.</OverviewNote>}
      {events?.map((event) => (
        <OverviewRow
          key={event.id}
          label={
            <>
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
            </>
          }
        >
          <Text span inherit c="dimmed">
            <ListTime value={event.createdAt} />
          </Text>
        </OverviewRow>
      ))}
    </OverviewCard>
  )
}
