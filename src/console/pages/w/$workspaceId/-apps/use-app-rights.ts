import { useQuery } from '@tanstack/react-query'
import { useHasExtensions, workspaceQuery } from '@/console/api/workspaces'
import { useReadOnlyReason } from '@/console/forms/use-read-only-reason'
import { useIsAdmin, useRole } from '@/console/session/use-session'

/**
 * Returns what the user may do with the listed apps, and the workspace if they may read it. What
 * they may do in principle is offered also while something holds them back, with the reason.
 */
export function useAppRights(workspaceId: string, asWorkspace: boolean) {
  const role = useRole()
  const mayWrite = useIsAdmin()
  const mayCreate = useHasExtensions() && mayWrite
  const mayArchive = role === 'operator' || (role === 'admin' && asWorkspace)
  const { data } = useQuery({ ...workspaceQuery(workspaceId), enabled: mayWrite })
  const readOnlyReason = useReadOnlyReason(data)
  // A workspace does not hold operators back from public apps.
  const listReadOnlyReason = asWorkspace ? readOnlyReason : undefined
  const isLocked = listReadOnlyReason !== undefined
  return {
    workspace: data?.response,
    mayWrite,
    mayCreate,
    mayArchive,
    canCreate: mayCreate && !isLocked,
    canArchive: mayArchive && !isLocked,
    /** Why nothing in the workspace can be changed; undefined if it can. */
    readOnlyReason,
    /** Why none of the listed apps can be changed; undefined if they can. */
    listReadOnlyReason,
  }
}
