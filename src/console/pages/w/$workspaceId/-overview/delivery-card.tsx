import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Workspace } from '../../../../../contract/workspaces'
import { channelsQuery } from '../../../../api/alerts'
import { useHasExtensions } from '../../../../api/workspaces'
import { LinkAnchor } from '../../../../ui/link-anchor'
import { None } from '../../../../ui/none'
import { alertRows } from '../../../../forms/alert-rows'
import { Fact, OverviewCard } from './overview-card'

/** Which alerts and events are sent where, and what keeps them from arriving. */
export function DeliveryCard({ workspace }: { workspace: Workspace }) {
  const rows = alertRows(workspace, {})
  const webhook = rows.filter(({ on }) => on.webhook).length
  const email = rows.filter(({ on }) => on.email).length
  const hasUri = (workspace.webhookUri ?? '') !== ''
  const params = { workspaceId: workspace.id }
  const hasExtensions = useHasExtensions()
  const { data: ways } = useQuery({
    ...channelsQuery(workspace.id),
    enabled: hasExtensions,
  })
  const noMail = ways?.response.items.find(({ channel }) => channel === 'email')?.reason
  return (
    <OverviewCard
      title="Alerts and events"
      action={
        <LinkAnchor to="/w/$workspaceId/alerts" params={params} fz="sm">
          Delivery
        </LinkAnchor>
      }
    >
      <Fact label="By webhook">
        {webhook} of {rows.length} alert types
      </Fact>
      {webhook > 0 && !hasUri && (
        <Text fz="sm" c="var(--sb-danger-text)" pb={3}>
          These can’t be delivered: there is{' '}
          <LinkAnchor
            to="/w/$workspaceId/settings"
            params={params}
            hash="webhookUri"
            fz="sm"
            underline="always"
          >
            no webhook URI
          </LinkAnchor>
          .
        </Text>
      )}
      <Fact label="By e-mail">
        {email} of {rows.length} alert types
      </Fact>
      {email > 0 && noMail !== undefined && (
        <Text fz="sm" c="var(--sb-danger-text)" pb={3}>
          These can’t be delivered. {noMail}.
        </Text>
      )}
      <Fact label="Webhook URI">
        {hasUri ? <span className="mono">{workspace.webhookUri}</span> : <None />}
      </Fact>
      <Fact label="Events">{workspace.enabledWebhookEvents?.length ?? 0}</Fact>
    </OverviewCard>
  )
}
