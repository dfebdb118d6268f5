import { Text } from '@mantine/core'
import { formatAmount } from '@/console/ui/format/quantity/format-amount'
import { ListTime } from '@/console/ui/list-time'
import { isLimitName, limitFacts } from '@/contract/limits'
import type { Workspace } from '@/contract/workspaces'
import { OverviewCard, OverviewNote, OverviewRow } from './overview-card'

/** The limits that operators set, and whether they reached the owning instance. */
export function OperatorLimitsCard({ workspace }: { workspace: Workspace }) {
  const overrides = Object.entries(workspace.operatorLimits ?? {})
  return (
    <OverviewCard title="Operator limits">
      {overrides.length === 0 && <OverviewNote>No operator limits are set.</OverviewNote>}
      {overrides.map(([name, { value, unit }]) => (
        <OverviewRow key={name} label={isLimitName(name) ? limitFacts(name).label : name}>
          <Text span c="var(--sb-caution-text)" fw={600} fz="inherit">
            {formatAmount(value, unit)}
          </Text>
        </OverviewRow>
      ))}
      {workspace.operatorLimitsSyncError !== undefined && (
        <Text fz="sm" c="var(--sb-danger-text)" mt="xs">
          Mirroring failed: {workspace.operatorLimitsSyncError}
        </Text>
      )}
      {workspace.operatorLimitsSyncError === undefined &&
        workspace.operatorLimitsSyncedAt !== undefined && (
          <Text fz="xs" c="dimmed" mt="xs">
            Mirrored to {workspace.serviceInstanceId ?? 'the owning instance'},{' '}
            <ListTime value={workspace.operatorLimitsSyncedAt} />
          </Text>
        )}
    </OverviewCard>
  )
}
