import { Alert, Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { moment } from '../../../../layout/moment'
import { useTokenFacts } from '../../../../session/use-session'
import type { WorkspaceReply } from '../../../../api/workspaces'
import { OperatorModal } from './operator-modal'

/** Whether an operator has set limits here, and whether the instance that owns the workspace knows of it. Operators can change them. */
export function OperatorNote({ base }: { base: WorkspaceReply }) {
  const [opened, setOpened] = useState(false)
  const isOperator = useTokenFacts()?.role === 'operator'
  const {
    operatorLimits,
    operatorLimitsSyncError: fault,
    operatorLimitsSyncedAt: syncedAt,
    archivedAt,
  } = base.answer
  const count = Object.keys(operatorLimits ?? {}).length
  if (count === 0 && !isOperator) return null
  return (
    <>
      <Group gap="sm" mb="xs">
        <Text fz="sm" c="dimmed">
          {count === 0
            ? 'No operator has set a limit here.'
            : `An operator has set ${count} ${count === 1 ? 'limit' : 'limits'} here.`}{' '}
          {fault === undefined &&
            syncedAt !== undefined &&
            `Mirrored to the owning instance on ${moment(syncedAt)}.`}
        </Text>
        {isOperator && archivedAt === undefined && (
          <Button size="compact-sm" variant="default" onClick={() => setOpened(true)}>
            Set operator’s limits
          </Button>
        )}
      </Group>
      {fault !== undefined && (
        <Alert color="danger" p="xs" mb="xs">
          The operator’s limits could not be mirrored to the owning instance: {fault}.{' '}
          {syncedAt === undefined ? 'They never were.' : `Last mirrored on ${moment(syncedAt)}.`}
        </Alert>
      )}
      {opened && <OperatorModal base={base} onClose={() => setOpened(false)} />}
    </>
  )
}
