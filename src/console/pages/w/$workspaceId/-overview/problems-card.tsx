import { Badge, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Workspace } from '../../../../../contract/workspaces'
import { useActiveAlerts } from '../../../../api/alerts'
import { useLiveUsage } from '../../../../api/usage'
import { webhookQuery } from '../../../../api/webhooks'
import { useHasExtensions } from '../../../../api/workspaces'
import { LinkAnchor } from '../../../../ui/link-anchor'
import { userLocale } from '../../../../ui/locale'
import { formatWithUnit } from '../../../../ui/quantity/format-quantity'
import { isScarce, limitRows } from '../../../../forms/limit-rows'
import { Dimmed, Fact, OverviewCard } from './overview-card'

/**
 * Active alerts, limits near capacity and webhook failures. Empty if the engine doesn't report
 * them.
 */
export function ProblemsCard({ workspace }: { workspace: Workspace }) {
  const params = { workspaceId: workspace.id }
  const hasExtensions = useHasExtensions()
  const usage = useLiveUsage(workspace.id)
  const ongoing = useActiveAlerts(workspace.id)
  const { data: webhook } = useQuery({
    ...webhookQuery(workspace.id),
    enabled: hasExtensions,
  })
  if (!hasExtensions) return null
  const near = limitRows(workspace, {}, usage).filter(isScarce)
  const state = webhook?.response
  const isFailing = state?.disabledAt !== undefined || state?.failingSince !== undefined
  return (
    <OverviewCard
      title="Now"
      action={
        <LinkAnchor to="/w/$workspaceId/raised-alerts" params={params} fz="sm">
          Raised alerts
        </LinkAnchor>
      }
    >
      {ongoing.map(({ id, severity, description }) => (
        <Group key={id} gap="sm" wrap="nowrap" align="flex-start" py={3}>
          <Badge
            size="sm"
            variant="filled"
            color={severity === 'critical' ? 'danger.7' : 'caution.7'}
            flex="none"
          >
            {severity}
          </Badge>
          <Text fz="sm">{description}</Text>
        </Group>
      ))}
      {near.map(({ name, label, unit, usage: used, effective }) => (
        <Fact
          key={name}
          label={
            <LinkAnchor
              to="/w/$workspaceId/limits"
              params={params}
              search={{ focus: name }}
              fz="sm"
              c="inherit"
            >
              {label}
            </LinkAnchor>
          }
        >
          <Text span inherit c="var(--sb-danger-text)">
            <b>{formatWithUnit(used?.level ?? 0, unit, userLocale)}</b> of{' '}
            {formatWithUnit(effective ?? 0, unit, userLocale)}
          </Text>
        </Fact>
      ))}
      {isFailing && (
        <Fact
          label={
            <LinkAnchor to="/w/$workspaceId/deliveries" params={params} fz="sm" c="inherit">
              Webhook
            </LinkAnchor>
          }
        >
          <Text span inherit c="var(--sb-danger-text)">
            {state?.disabledAt === undefined ? 'deliveries are failing' : 'disabled'}
          </Text>
        </Fact>
      )}
      {ongoing.length === 0 && near.length === 0 && !isFailing && (
        <Dimmed>All clear: no active alerts, no limits near capacity, webhook healthy.</Dimmed>
      )}
    </OverviewCard>
  )
}
