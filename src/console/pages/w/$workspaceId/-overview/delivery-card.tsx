import { Text } from '@mantine/core'
import { useChannelProblems } from '@/console/api/alerts'
import { alertRows } from '@/console/grids/alert-rows'
import { WebhookUriLink } from '@/console/layout/webhook-uri-link'
import { Breakable } from '@/console/ui/breakable'
import { LinkAnchor } from '@/console/ui/link-anchor'
import { None } from '@/console/ui/none'
import type { Workspace } from '@/contract/workspaces'
import { OverviewCard, OverviewRow } from './overview-card'

/** Which alerts and events are sent where, and what keeps them from arriving. */
export function DeliveryCard({ workspace }: { workspace: Workspace }) {
  const rows = alertRows(workspace, {})
  const webhook = rows.filter(({ on }) => on.webhook).length
  const email = rows.filter(({ on }) => on.email).length
  const hasUri = (workspace.webhookUri ?? '') !== ''
  const emailProblem = useChannelProblems(workspace.id).problems.get('email')
  return (
    <OverviewCard
      title="Alerts and events"
      action={
        <LinkAnchor to="/w/$workspaceId/alerts" params={{ workspaceId: workspace.id }} fz="sm">
          Delivery
        </LinkAnchor>
      }
    >
      <OverviewRow label="By webhook">
        {webhook} of {rows.length} alert types
      </OverviewRow>
      {webhook > 0 && !hasUri && (
        <Text fz="sm" c="var(--sb-danger-text)" pb={3}>
          These can’t be delivered: there is{' '}
          <WebhookUriLink workspaceId={workspace.id}>no webhook URI</WebhookUriLink>.
        </Text>
      )}
      <OverviewRow label="By e-mail">
        {email} of {rows.length} alert types
      </OverviewRow>
      {email > 0 && emailProblem !== undefined && (
        <Text fz="sm" c="var(--sb-danger-text)" pb={3}>
          These can’t be delivered. {emailProblem}.
        </Text>
      )}
      <OverviewRow label="Webhook URI">
        {workspace.webhookUri ? (
          <span className="mono">
            <Breakable text={workspace.webhookUri} />
          </span>
        ) : (
          <None />
        )}
      </OverviewRow>
      <OverviewRow label="Events">{workspace.enabledWebhookEvents?.length ?? 0}</OverviewRow>
    </OverviewCard>
  )
}
