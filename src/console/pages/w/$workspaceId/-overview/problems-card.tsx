import { Box, Group, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { activeAlertsQuery } from '@/console/api/alerts'
import { usageQuery } from '@/console/api/usage'
import { webhookQuery } from '@/console/api/webhooks'
import { isScarce, limitRows, severityOf, type LimitRow } from '@/console/grids/limit-rows'
import { UsageBar } from '@/console/grids/usage-bar'
import { SeverityBadge, severityColors } from '@/console/layout/severity-badge'
import { formatPercent } from '@/console/ui/format/format-count'
import { formatAmount } from '@/console/ui/format/quantity/format-amount'
import { withoutLabel } from '@/console/ui/format/without-label'
import { LinkAnchor } from '@/console/ui/link-anchor'
import { ListTime } from '@/console/ui/list-time'
import { alertTypeFacts, isAlertType, type Alert, type AlertSeverity } from '@/contract/alerts'
import type { WorkspaceWithState } from '@/contract/workspaces'
import { OverviewCard, OverviewNote, OverviewRow } from './overview-card'
import classes from './problems-card.module.css'

function limitOf({ type }: Alert): string | undefined {
  return isAlertType(type) ? alertTypeFacts(type).limit : undefined
}

/** Active alerts, limits near capacity and webhook failures. */
export function ProblemsCard({ workspace }: { workspace: WorkspaceWithState }) {
  return (
    <OverviewCard
      title="Now"
      action={
        <LinkAnchor
          to="/w/$workspaceId/raised-alerts"
          params={{ workspaceId: workspace.id }}
          fz="sm"
        >
          Raised alerts
        </LinkAnchor>
      }
    >
      {/* In the place of one problem from the start, so that little moves while the page loads. */}
      <Box mih="4.25rem">
        <Problems workspace={workspace} />
      </Box>
    </OverviewCard>
  )
}

function Problems({ workspace }: { workspace: WorkspaceWithState }) {
  const params = { workspaceId: workspace.id }
  const usage = useQuery(usageQuery(workspace.id, 'hour'))
  const alerts = useQuery(activeAlertsQuery(workspace.id))
  const webhook = useQuery(webhookQuery(workspace.id))
  const queries = [usage, alerts, webhook]
  // Does not wait for requests that are repeated.
  if (queries.some(({ isPending, failureCount }) => isPending && failureCount === 0))
    return <Skeleton height={12} my={4} role="status" aria-label="Loading" />
  const ongoing = alerts.data?.response.items ?? []
  const rows = limitRows(workspace, {}, usage.data?.response.limits)
  const alerted = new Set(ongoing.map(limitOf))
  const near = rows.filter((row) => isScarce(row) && !alerted.has(row.name))
  const state = webhook.data?.response
  const isFailing = state?.disabledAt !== undefined || state?.failingSince !== undefined
  return (
    <>
      {ongoing.map((alert) => (
        <Problem
          key={alert.id}
          workspaceId={workspace.id}
          alert={alert}
          row={rows.find(({ name }) => name === limitOf(alert))}
        />
      ))}
      {near.map((row) => (
        <Problem key={row.name} workspaceId={workspace.id} row={row} />
      ))}
      {isFailing && (
        <OverviewRow
          label={
            <LinkAnchor to="/w/$workspaceId/deliveries" params={params} fz="sm" c="inherit">
              Webhook
            </LinkAnchor>
          }
        >
          <Text span inherit c="var(--sb-danger-text)">
            {state?.disabledAt === undefined ? 'deliveries are failing' : 'disabled'}
          </Text>
        </OverviewRow>
      )}
      {queries.some(({ data }) => data === undefined) ? (
        <OverviewNote>Some of the current state can’t be loaded.</OverviewNote>
      ) : (
        ongoing.length + near.length === 0 &&
        !isFailing && (
          <OverviewNote>
            All clear: no active alerts, no limits near capacity
            {workspace.webhookUri ? ', webhook healthy.' : '.'}
          </OverviewNote>
        )
      )}
    </>
  )
}

interface ProblemProps {
  workspaceId: string
  /** Undefined if the limit is near capacity without an alert. */
  alert?: Alert
  /** Undefined if the alert is not about a limit. */
  row: LimitRow | undefined
}

/** A limit that is near capacity, or an alert: how much is in use, and since when. */
function Problem({ workspaceId, alert, row }: ProblemProps) {
  const severity = alert?.severity ?? (row && severityOf(row))
  return (
    <div className={classes['problem']}>
      <Group gap="sm" wrap="nowrap" justify="space-between">
        <Group gap="xs">
          {alert !== undefined && <SeverityBadge severity={alert.severity} />}
          {row !== undefined && (
            <LinkAnchor
              to="/w/$workspaceId/limits"
              params={{ workspaceId }}
              search={{ focus: row.name }}
              fz="sm"
              fw={550}
              c="inherit"
            >
              {row.label}
            </LinkAnchor>
          )}
        </Group>
        {row?.usage !== undefined && <Used row={row} level={row.usage.level} severity={severity} />}
      </Group>
      {row?.usage !== undefined && (
        <UsageBar
          level={row.usage.level}
          limit={row.effective}
          severity={severity}
          className={classes['bar']}
        />
      )}
      {alert !== undefined && (
        <Group gap="sm" wrap="nowrap" justify="space-between">
          <Text fz="xs" c="dimmed">
            {describe(alert, row)}
          </Text>
          <Text fz="xs" c="dimmed">
            since <ListTime value={alert.createdAt} />
          </Text>
        </Group>
      )}
    </div>
  )
}

/** Describes an alert without what the figures beside it show already. */
function describe({ description }: Alert, row: LimitRow | undefined): string {
  if (row === undefined) return description
  if (!isScarce(row)) return withoutLabel(description, row.label)
  const { usage, effective = 0 } = row
  return effective === 0
    ? 'Nothing is allowed'
    : `${formatPercent((usage?.level ?? 0) / effective)} in use`
}

interface UsedProps {
  row: LimitRow
  level: number
  severity: AlertSeverity | undefined
}

function Used({ row, level, severity }: UsedProps) {
  return (
    <Text
      span
      fz="sm"
      className="figures"
      style={{ whiteSpace: 'nowrap' }}
      {...(severity === undefined ? {} : { c: severityColors[severity] })}
    >
      <b>{formatAmount(level, row.unit)}</b> of {formatAmount(row.effective ?? 0, row.unit)}
    </Text>
  )
}
