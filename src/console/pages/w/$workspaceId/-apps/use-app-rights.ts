import { useQuery } from '@tanstack/react-query'
import { workspaceQuery } from '@/console/api/workspaces'
import { useReadOnlyReason } from '@/console/forms/use-read-only-reason'
import { useIsAdmin, useRole } from '@/console/session/use-session'

/** Returns what the user may do with the listed apps, and the workspace if they may read it. */
export function useAppRights(workspaceId: string, asWorkspace: boolean) {
  const role = useRole()
  const mayWrite = useIsAdmin()
  const { data } = useQuery({ ...workspaceQuery(workspaceId), enabled: mayWrite })
  const readOnlyReason = useReadOnlyReason(data)
  return {
    workspace: data?.response,
    mayWrite,
    mayArchive: role === 'operator' || (role === 'admin' && asWorkspace),
    /** Why nothing in the workspace can be changed; undefined if it can. */
    readOnlyReason,
    /** The same for the listed apps: a workspace does not hold operators back from public ones. */
    appsReadOnlyReason: asWorkspace ? readOnlyReason : undefined,
  }
}
