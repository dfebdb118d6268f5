import { Text } from '@mantine/core'
import { limitFacts, limitNames } from '../../../../../contract/limits'
import type { Workspace } from '../../../../../contract/workspaces'
import { ListTime } from '../../../../ui/list-time'
import { userLocale } from '../../../../ui/locale'
import { formatWithUnit } from '../../../../ui/quantity/format-quantity'
import { Dimmed, Fact, OverviewCard } from './overview-card'

/** The limits that operators set, and whether they reached the owning instance. */
export function OperatorLimitsCard({ workspace }: { workspace: Workspace }) {
  const overrides = Object.entries(workspace.operatorLimits ?? {})
  const labels = new Map<string, string>(limitNames.map((name) => [name, limitFacts(name).label]))
  return (
    <OverviewCard title="Operator limits">
      {overrides.length === 0 && <Dimmed>No operator limits are set.</Dimmed>}
      {overrides.map(([name, { value, unit }]) => (
        <Fact key={name} label={labels.get(name) ?? name}>
          <Text span c="var(--sb-overridden)" fw={600} fz="inherit">
            {value === undefined ? '–' : formatWithUnit(value, unit, userLocale)}
          </Text>
        </Fact>
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
