import { Button } from '@mantine/core'
import {
  useRestoreWorkspace,
  useUpdateWorkspace,
  type WorkspaceResponse,
} from '../../../../api/workspaces'
import { useRole } from '../../../../session/use-session'
import { showError } from '../../../../layout/show-error'

/** The action that makes a read-only or archived workspace editable again. */
export function MakeWritable({
  base,
  onDone,
}: {
  base: WorkspaceResponse
  onDone: (record: WorkspaceResponse) => void
}) {
  const role = useRole()
  const update = useUpdateWorkspace(base.response.id)
  const restore = useRestoreWorkspace()
  if (base.response.archivedAt !== undefined) {
    return role === 'operator' ? (
      <Button
        size="compact-sm"
        loading={restore.isPending}
        onClick={() => void restore.mutateAsync(base.response.id).catch(showError)}
      >
        Restore
      </Button>
    ) : null
  }
  if (role !== 'admin' && role !== 'operator') return null
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
