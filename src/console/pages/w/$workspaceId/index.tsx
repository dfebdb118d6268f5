import { Button, Group, SimpleGrid, Stack } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { activeAlertsQuery, channelsQuery, recentAlertsQuery } from '@/console/api/alerts'
import { latestChangesQuery } from '@/console/api/history'
import { prefetchRows } from '@/console/api/queries'
import { usageQuery } from '@/console/api/usage'
import { webhookQuery } from '@/console/api/webhooks'
import { extensionsQuery, useHasExtensions, workspaceQuery } from '@/console/api/workspaces'
import { useReadOnlyReason } from '@/console/forms/use-read-only-reason'
import { introductions } from '@/console/layout/introductions'
import { PageHeader } from '@/console/layout/page-header'
import { ReadOnlyBanner } from '@/console/layout/page-states'
import { WorkspaceBadges } from '@/console/layout/workspace-badges'
import { currentSession } from '@/console/session/current-session'
import { isAdminRole, roleOf } from '@/console/session/session'
import { loadWhenIdle } from '@/console/ui/loading/load-when-idle'
import { LoadedPart } from '@/console/ui/loading/loaded-part'
import { AccessCard } from './-overview/access-card'
import { CustomLimitsCard } from './-overview/custom-limits-card'
import { DeliveryCard } from './-overview/delivery-card'
import { LatestChangesCard } from './-overview/latest-changes-card'
import { OperatorLimitsCard } from './-overview/operator-limits-card'
import { ProblemsCard } from './-overview/problems-card'
import { WeekCard } from './-overview/week-card'

// Menus are loaded after the first page.
const QuickActions = loadWhenIdle(() => import('./-overview/quick-actions'))

/** Keeps their place: on a phone, they would push the page down. */
const quickActionsPlace = (
  <Button variant="default" style={{ visibility: 'hidden' }}>
    Quick actions
  </Button>
)

export const Route = createFileRoute('/w/$workspaceId/')({
  beforeLoad: ({ params }) => {
    // Others can’t read the record: they start where they can.
    if (!isAdminRole(roleOf(currentSession())))
      throw redirect({ to: '/w/$workspaceId/apps', params })
  },
  loader: async ({ context: { queryClient }, params: { workspaceId } }) => {
    if (!(await queryClient.ensureQueryData(extensionsQuery))) return
    void queryClient.prefetchQuery(usageQuery(workspaceId, 'hour'))
    void queryClient.prefetchQuery(activeAlertsQuery(workspaceId))
    void queryClient.prefetchQuery(webhookQuery(workspaceId))
    void queryClient.prefetchQuery(usageQuery(workspaceId, 'week'))
    void queryClient.prefetchQuery(recentAlertsQuery(workspaceId))
    void queryClient.prefetchQuery(channelsQuery(workspaceId))
    prefetchRows(queryClient, latestChangesQuery(workspaceId))
  },
  component: OverviewPage,
})

/**
 * The overview of a workspace: what happens in it on the left, how it is set up on the right. If
 * the engine doesn't report what happens, the set-up takes both columns.
 */
function OverviewPage() {
  const { workspaceId } = Route.useParams()
  const { data } = useSuspenseQuery(workspaceQuery(workspaceId))
  const workspace = data.response
  const readOnlyReason = useReadOnlyReason(data)
  const hasExtensions = useHasExtensions()
  const accessCards = (
    <>
      <DeliveryCard workspace={workspace} />
      <AccessCard workspace={workspace} />
    </>
  )
  return (
    <div className="page">
      <PageHeader
        title={workspace.name}
        actions={
          readOnlyReason === undefined && (
            <LoadedPart loading={quickActionsPlace}>
              <QuickActions workspaceId={workspaceId} />
            </LoadedPart>
          )
        }
      >
        {introductions.overview}
        <Group gap="xs" mt={4}>
          <WorkspaceBadges workspace={workspace} />
          <span className="mono">{workspace.key}</span>
        </Group>
      </PageHeader>
      <ReadOnlyBanner reason={readOnlyReason} workspace={workspace} />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
        {hasExtensions && (
          <Stack gap="md">
            {workspace.archivedAt === undefined && (
              <>
                <ProblemsCard workspace={workspace} />
                <WeekCard workspaceId={workspaceId} />
              </>
            )}
            <LatestChangesCard workspaceId={workspaceId} />
          </Stack>
        )}
        <Stack gap="md">
          <CustomLimitsCard workspace={workspace} />
          <OperatorLimitsCard workspace={workspace} />
          {hasExtensions && accessCards}
        </Stack>
        {!hasExtensions && <Stack gap="md">{accessCards}</Stack>}
      </SimpleGrid>
    </div>
  )
}
