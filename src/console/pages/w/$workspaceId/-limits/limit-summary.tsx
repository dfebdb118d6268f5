import { Group, Text } from '@mantine/core'
import { limitFacts, type LimitName } from '../../../../../contract/limits'
import type { LimitRow } from '../../../../forms/limit-rows'
import { LinkAnchor } from '../../../../ui/link-anchor'

interface LimitSummaryProps {
  workspaceId: string
  limit: LimitName
  row: LimitRow | undefined
  amount: (value: number | undefined) => string
}

/** The value of a limit in effect, where it comes from, and where to change it. */
export function LimitSummary({ workspaceId, limit, row, amount }: LimitSummaryProps) {
  const { alertType } = limitFacts(limit)
  return (
    <Group gap="lg" mb="sm" style={{ rowGap: 0 }}>
      <Text fz="sm">
        Effective: <b>{amount(row?.effective)}</b>{' '}
        <Text span c="dimmed" fz="sm">
          ({row?.layer})
        </Text>
      </Text>
      <Text fz="sm">
        Operator: <b>{amount(row?.override)}</b>
      </Text>
      <Text fz="sm">
        Workspace: <b>{amount(row?.value)}</b>
      </Text>
      <Text fz="sm">
        Default: <b>{amount(row?.defaultValue)}</b>
      </Text>
      <LinkAnchor
        to="/w/$workspaceId/limits"
        params={{ workspaceId }}
        search={{ focus: limit }}
        fz="sm"
      >
        Change the limit
      </LinkAnchor>
      {alertType !== undefined && (
        <LinkAnchor
          to="/w/$workspaceId/alerts"
          params={{ workspaceId }}
          search={{ focus: alertType }}
          fz="sm"
        >
          Alert delivery
        </LinkAnchor>
      )}
    </Group>
  )
}
