import { useQuery } from '@tanstack/react-query'
import { useLastChange } from '@/console/api/history'
import { workspaceQuery, type WorkspaceResponse } from '@/console/api/workspaces'
import type { Edit } from '@/console/edits/edits'
import { isOperatorEdit } from '@/console/edits/update-request'
import { useIsAdmin, useRole } from '@/console/session/use-session'
import { formatDateTime } from '@/console/ui/format/format-date'
import type { WorkspaceWithState } from '@/contract/workspaces'

/** Returns why the workspace can't be edited; undefined if its record allows it. */
export function useReadOnlyReason(response: WorkspaceResponse | undefined): string | undefined {
  const workspace = response?.response
  const isReadOnly = workspace?.isReadOnly === true
  const isAdmin = useIsAdmin()
  const isOperator = useRole() === 'operator'
  const lastChange = useLastChange(
    workspace?.id ?? '',
    isReadOnly && isAdmin ? 'isReadOnly' : undefined,
  )
  if (workspace?.archivedAt !== undefined)
    return (
      'This workspace is archived: its tokens are refused and nothing in it can be changed.' +
      (isOperator ? '' : ' An operator can restore it.')
    )
  if (isReadOnly)
    return lastChange === undefined
      ? 'This workspace is read-only: nothing in it can be changed until that is switched off.'
      : `This workspace is read-only, set by ${lastChange.actor.name} on ` +
          `${formatDateTime(lastChange.createdAt)}: nothing in it can be changed until that is ` +
          'switched off.'
  return isAdmin ? undefined : 'Your token is read-only.'
}

/**
 * Returns why edits can't be saved now; undefined if they can. While a workspace is read-only, that
 * can be switched off, and operator limits can be set.
 */
export function findSaveBlocker(
  workspace: WorkspaceWithState,
  edits: readonly Edit[],
): string | undefined {
  if (workspace.archivedAt !== undefined) return 'The workspace is archived'
  const isAllowed =
    workspace.isReadOnly !== true ||
    edits.every(isOperatorEdit) ||
    edits.some(({ path, after }) => path === 'isReadOnly' && after === false)
  return isAllowed ? undefined : 'The workspace is read-only'
}

/**
 * Like `useReadOnlyReason`, for pages that don't read the record themselves. Users who can't edit
 * may not read it either.
 */
export function useWorkspaceReadOnlyReason(workspaceId: string): string | undefined {
  const { data } = useQuery({ ...workspaceQuery(workspaceId), enabled: useIsAdmin() })
  return useReadOnlyReason(data)
}
