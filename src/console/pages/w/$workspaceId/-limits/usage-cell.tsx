import { Text } from '@mantine/core'
import { memo } from 'react'
import { serverTime } from '@/console/browser/server-time'
import {
  countWouldBeRejected,
  isChanged,
  severityOf,
  type LimitRow,
} from '@/console/grids/limit-rows'
import { UsageBar } from '@/console/grids/usage-bar'
import { formatCount } from '@/console/ui/format/format-count'
import { formatAmount } from '@/console/ui/format/quantity/format-amount'
import { LinkAnchor } from '@/console/ui/link-anchor'
import { Sparkline } from '@/console/ui/sparkline'
import { isLimitName } from '@/contract/limits'
import { usageSpans } from '@/contract/usage'
import classes from './limits-grid.module.css'

const { stepSeconds, seconds } = usageSpans.hour
const steps = seconds / stepSeconds

/** Returns the last hour minute by minute, including minutes without usage. */
function minutesOf(points: NonNullable<LimitRow['usage']>['points']) {
  const stepMilliseconds = stepSeconds * 1000
  const last = Math.floor(serverTime() / stepMilliseconds)
  const byStep = new Map(
    points.map((point) => [Math.floor(Date.parse(point.at) / stepMilliseconds), point]),
  )
  return Array.from({ length: steps }, (_, index) => byStep.get(last - steps + 1 + index))
}

/**
 * Shows the usage of a limit now and in the last hour, and what a changed value would have refused.
 */
export const UsageCell = memo(function UsageCell({
  row,
  workspaceId,
}: {
  row: LimitRow
  workspaceId: string
}) {
  const { usage, effective } = row
  if (usage === undefined || !isLimitName(row.name))
    return (
      <span
        className={classes['unknown']}
        title={
          row.isEnforced ? undefined : 'Enforced by the engine, which doesn’t report its usage here'
        }
      >
        –
      </span>
    )
  const minutes = minutesOf(usage.points)
  const refused = usage.points.reduce((sum, point) => sum + point.refused, 0)
  const newlyRefused = isChanged(row) ? countWouldBeRejected(row) : 0
  const level = formatAmount(usage.level, row.unit)
  return (
    <>
      <span className={classes['usageWords']}>
        <LinkAnchor
          to="/w/$workspaceId/limits/$limit"
          params={{ workspaceId, limit: row.name }}
          fz="sm"
          tabIndex={-1}
          aria-label={`Usage of ${row.label}: ${level}`}
        >
          {level}
        </LinkAnchor>
        {newlyRefused > 0 ? (
          <Text span fz="xs" c="var(--sb-danger-text)">
            {' '}
            · would refuse {formatCount(newlyRefused)}
          </Text>
        ) : (
          refused > 0 && (
            <Text span fz="xs" c="var(--sb-danger-text)">
              {' '}
              · {formatCount(refused)} refused
            </Text>
          )
        )}
      </span>
      <Sparkline
        values={minutes.map((point) => point?.peak ?? 0)}
        max={effective ?? 0}
        marked={minutes.map((point) => (point?.refused ?? 0) > 0)}
      />
      <UsageBar
        level={usage.level}
        limit={effective}
        severity={severityOf(row)}
        className={classes['bar']}
      />
    </>
  )
})
