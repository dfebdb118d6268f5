import { Text } from '@mantine/core'
import type { Workspace } from '../../../../../contract/workspaces'

/** Whether an operator has set limits here, and whether the instance that owns the workspace knows of it. */
export function OperatorNote({ workspace }: { workspace: Workspace }) {
  const count = Object.keys(workspace.operatorLimits ?? {}).length
  if (count === 0) return null
  const { operatorLimitsSyncError: fault, operatorLimitsSyncedAt: syncedAt } = workspace
  return (
    <Text fz="sm" mb="xs" c={fault === undefined ? 'dimmed' : 'var(--sb-danger-text)'}>
      An operator has set {count} {count === 1 ? 'limit' : 'limits'} here.{' '}
      {fault !== undefined
        ? `The last try to mirror them to the owning instance failed: ${fault}.`
        : syncedAt !== undefined && `Mirrored to the owning instance on ${new Date(syncedAt).toLocaleString()}.`}
    </Text>
  )
}
