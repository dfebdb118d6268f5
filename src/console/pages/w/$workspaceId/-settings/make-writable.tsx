import { Button } from '@mantine/core'
import {
  useRestoreWorkspace,
  useUpdateWorkspace,
  type WorkspaceResponse,
} from '../../../../api/workspaces'
import { useIsAdmin, useRole } from '../../../../session/use-session'
import { showError } from '../../../../layout/show-error'

/** The action that makes a read-only or archived workspace editable again. */
export function MakeWritable({
  base,
  onDone,
}: {
  base: WorkspaceResponse
  onDone: (record: WorkspaceResponse) => void
}) {
  const isOperator = useRole() === 'operator'
  const isAdmin = useIsAdmin()
  const update = useUpdateWorkspace(base.response.id)
  const restore = useRestoreWorkspace()
  if (base.response.archivedAt !== undefined) {
    return isOperator ? (
      <Button
        size="compact-sm"
        loading={restore.isPending}
        onClick={() => void restore.mutateAsync(base.response.id).catch(showError)}
      >
        Restore
      </Button>
    ) : null
  }
  if (!isAdmin) return null
  return (
    <Button
      size="compact-sm"
      variant="default"
      loading={update.isPending}
      onClick={() =>
        void update
          // Whatever else has changed, it has to be writable; someone else may be as quick.
          .mutateAsync({ body: { isReadOnly: false }, ifMatch: undefined })
          .then(onDone, showError)
      }
    >
      Switch read-only off
    </Button>
  )
}
