import { Badge, Group, Text } from '@mantine/core'
import { alertLabel } from '@/console/edits/member-path'
import { SeverityBadge } from '@/console/layout/severity-badge'
import type { Column } from '@/console/table/columns'
import { timeColumn } from '@/console/table/time-column'
import { formatDateTime } from '@/console/ui/format/format-date'
import { withoutLabel } from '@/console/ui/format/without-label'
import { LinkAnchor } from '@/console/ui/link-anchor'
import { alertTypeFacts, isAlertType, type Alert } from '@/contract/alerts'

const detailOf = ({ type, description }: Alert) => withoutLabel(description, alertLabel(type))

/**
 * Describes an alert, with links to its limit, channels and deliveries. Their names differ from row
 * to row, so that a list of the links of the page makes sense.
 */
function Subject({
  alert,
  workspaceId,
  hasLinks,
}: {
  alert: Alert
  workspaceId: string
  hasLinks: boolean
}) {
  const { id, type, severity, createdAt } = alert
  const label = alertLabel(type)
  const facts = isAlertType(type) ? alertTypeFacts(type) : undefined
  const params = { workspaceId }
  return (
    <>
      <Group gap={6}>
        <SeverityBadge severity={severity} />
        <Text span fz="sm" fw={600}>
          {label}
        </Text>
      </Group>
      <Group gap="0 0.6rem">
        <Text fz="sm" c="dimmed">
          {detailOf(alert)}
        </Text>
        {hasLinks && (
          <Group gap={8} wrap="nowrap">
            {facts?.limit !== undefined && (
              <LinkAnchor
                to="/w/$workspaceId/limits"
                params={params}
                search={{ focus: facts.limit }}
                fz="xs"
                aria-label={`Limit: ${label}`}
              >
                Limit
              </LinkAnchor>
            )}
            {facts !== undefined && (
              <LinkAnchor
                to="/w/$workspaceId/alerts"
                params={params}
                search={{ focus: type }}
                fz="xs"
                aria-label={`Channels: ${label}`}
              >
                Channels
              </LinkAnchor>
            )}
            <LinkAnchor
              to="/w/$workspaceId/deliveries"
              params={params}
              search={{ alertId: id }}
              fz="xs"
              aria-label={`Deliveries: ${label}, ${formatDateTime(createdAt)}`}
            >
              Deliveries
            </LinkAnchor>
          </Group>
        )}
      </Group>
    </>
  )
}

/**
 * Returns the columns of the list of alerts.
 * @param hasLinks whether the user may open the pages of limits, channels and deliveries
 */
export function alertColumns(workspaceId: string, hasLinks: boolean): readonly Column<Alert>[] {
  return [
    {
      name: 'type',
      label: 'Alert',
      value: (alert) => `${alertLabel(alert.type)}: ${detailOf(alert)}`,
      cell: (alert) => <Subject alert={alert} workspaceId={workspaceId} hasLinks={hasLinks} />,
      width: [14, 5],
    },
    {
      name: 'severity',
      label: 'Severity',
      value: ({ severity }) => severity,
      width: [6, 0.6],
      isExtra: true,
    },
    {
      name: 'status',
      label: 'Status',
      value: ({ status }) => status,
      cell: ({ status }) => (
        <Badge size="sm" variant="dot" color={status === 'ongoing' ? 'danger.7' : 'teal'}>
          {status === 'ongoing' ? 'active' : status}
        </Badge>
      ),
      width: [7, 0.6],
    },
    timeColumn('createdAt', 'Since', [8.5, 1]),
    { ...timeColumn('lastSeenAt', 'Last seen', [8.5, 1]), isExtra: true },
    timeColumn('resolvedAt', 'Resolved', [8.5, 1]),
  ]
}
