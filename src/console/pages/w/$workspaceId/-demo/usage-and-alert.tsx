import { Group, Progress, Text } from '@mantine/core'
import { useActiveAlerts } from '@/console/api/alerts'
import { severityOf, usedShare, type LimitRow } from '@/console/grids/limit-rows'
import { formatAmount } from '@/console/ui/format/quantity/format-amount'
import { LinkAnchor } from '@/console/ui/link-anchor'
import { limitFacts, type LimitName } from '@/contract/limits'

interface UsageAndAlertProps {
  workspaceId: string
  limit: LimitName
  row: Pick<LimitRow, 'usage' | 'effective'> | undefined
}

/** The live usage of a limit and its active alert. */
export function UsageAndAlert({ workspaceId, limit, row }: UsageAndAlertProps) {
  const { alerts, isUnreadable } = useActiveAlerts(workspaceId)
  const alert = alerts.find(({ type }) => type === limit)
  const [level, effective] = [row?.usage?.level, row?.effective]
  const { unit } = limitFacts(limit)
  const severity = row && severityOf(row)
  const share = Math.min(1, usedShare(level ?? 0, effective))
  return (
    <>
      <Group justify="space-between" mb={4}>
        <LinkAnchor to="/w/$workspaceId/limits/$limit" params={{ workspaceId, limit }} fz="sm">
          In use
        </LinkAnchor>
        <Text fz="sm" className="figures">
          {level === undefined
            ? '–'
            : `${formatAmount(level, unit)} of ${formatAmount(effective, unit)}`}
        </Text>
      </Group>
      <Progress
        value={share * 100}
        {...(severity === undefined
          ? {}
          : { color: severity === 'critical' ? 'danger' : 'caution' })}
        aria-label="In use"
      />
      <Text fz="sm" mt="sm" aria-live="polite">
        {isUnreadable ? (
          <Text span inherit c="var(--sb-danger-text)">
            The alerts can’t be loaded.
          </Text>
        ) : alert === undefined ? (
          <Text span inherit c="dimmed">
            No active alert for this limit.
          </Text>
        ) : (
          <>
            <b>{alert.severity}</b>: {alert.description}{' '}
            <LinkAnchor
              to="/w/$workspaceId/raised-alerts"
              params={{ workspaceId }}
              search={{ status: 'ongoing' }}
              fz="sm"
              underline="always"
            >
              Raised alerts
            </LinkAnchor>
          </>
        )}
      </Text>
    </>
  )
}
