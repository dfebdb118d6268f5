import { Alert, Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { toApiError } from '@/console/api/api-error'
import { useSetOperatorLimits, workspaceQuery } from '@/console/api/workspaces'
import { toOperatorLimits } from '@/console/edits/update-request'
import { ListTime } from '@/console/ui/list-time'

/** While the first attempt is running, and while a failed one waits for the next. */
const pollMilliseconds = { firstAttempt: 1000, retry: 5000 }

interface OperatorNoteProps {
  workspaceId: string
  /** Whether the user can edit operator limits here. */
  canEdit: boolean
}

/** Shows whether an operator has set limits, and whether they are synced to the owning instance. */
export function OperatorNote({ workspaceId, canEdit }: OperatorNoteProps) {
  const { data } = useQuery({
    ...workspaceQuery(workspaceId),
    refetchInterval: ({ state: { data: read } }) => {
      if (read?.response.operatorLimitsMirrorPending !== true) return false
      return read.response.operatorLimitsSyncError === undefined
        ? pollMilliseconds.firstAttempt
        : pollMilliseconds.retry
    },
  })
  const save = useSetOperatorLimits(workspaceId)
  if (data === undefined) return null
  const {
    operatorLimits = {},
    operatorLimitsSyncError: error,
    operatorLimitsSyncedAt: syncedAt,
    operatorLimitsMirrorPending: isPending = false,
    serviceInstanceId: instance = 'the owning instance',
  } = data.response
  const count = Object.keys(operatorLimits).length
  if (count === 0 && !canEdit && error === undefined) return null
  const lastMirrored = syncedAt !== undefined && (
    <>
      Last mirrored to {instance}, <ListTime value={syncedAt} />.
    </>
  )
  return (
    <>
      <Text fz="sm" c="dimmed" mb="xs" role="status">
        {count === 0
          ? 'No operator limits are set.'
          : `${count} operator ${count === 1 ? 'limit is' : 'limits are'} set.`}{' '}
        {count === 0 && canEdit && 'Type into the Operator column to set one. '}
        {error === undefined && (isPending ? `Mirroring to ${instance}…` : lastMirrored)}
      </Text>
      {error !== undefined && (
        <Alert color="danger" p="xs" mb="xs">
          <Group justify="space-between" gap="xs">
            <Text fz="sm">
              The operator limits could not be mirrored to the owning instance: {error}.{' '}
              {lastMirrored || 'They have never been mirrored.'}
              {isPending && ' This is retried automatically.'}
              {save.error !== null && ` ${toApiError(save.error).message}.`}
            </Text>
            {canEdit && (
              <Button
                size="compact-sm"
                variant="default"
                loading={save.isPending}
                onClick={() =>
                  save.mutate({
                    operatorLimits: toOperatorLimits(data.response, []),
                    ifMatch: data.etag,
                  })
                }
              >
                Mirror again
              </Button>
            )}
          </Group>
        </Alert>
      )}
    </>
  )
}
