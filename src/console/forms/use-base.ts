import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLastChange } from '../api/history'
import { workspaceQuery, type WorkspaceResponse } from '../api/workspaces'
import { formatDateTime } from '../ui/format-date'
import { useIsAdmin } from '../session/use-session'

export interface Base {
  /** The record that the edits are based on. */
  base: WorkspaceResponse
  setBase: (base: WorkspaceResponse) => void
  /** The record as last read. */
  latest: WorkspaceResponse
}

export function useBase(workspaceId: string): Base {
  const { data: latest } = useSuspenseQuery(workspaceQuery(workspaceId))
  const [base, setBase] = useState(latest)
  return { base, setBase, latest }
}

/**
 * Updates the base to the latest record while there are no edits. With edits it stays, so that a
 * background refresh does not change anything while the user edits.
 */
export function useFollowLatest(
  { base, setBase, latest }: Base,
  dirty: boolean,
  onFollow?: (latest: WorkspaceResponse) => void,
): void {
  useEffect(() => {
    if (dirty || base === latest) return
    setBase(latest)
    onFollow?.(latest)
  }, [base, latest, dirty, setBase, onFollow])
}

/** Returns why the workspace can't be edited; undefined if its record allows it. */
export function useReadOnlyReason(response: WorkspaceResponse | undefined): string | undefined {
  const mayReadHistory = useIsAdmin()
  const since = useLastChange(
    response?.response.id ?? '',
    response?.response.isReadOnly === true && mayReadHistory ? 'isReadOnly' : undefined,
  )
  if (response?.response.archivedAt !== undefined)
    return (
      'This workspace is archived: its tokens are refused and nothing in it can be changed. ' +
      'An operator can restore it.'
    )
  if (response?.response.isReadOnly === true)
    return since === undefined
      ? 'This workspace is read-only: nothing in it can be changed until that is switched off.'
      : `This workspace is read-only since ${formatDateTime(since.createdAt)}, set by ` +
          `${since.actor.name}: nothing in it can be changed until that is switched off.`
  if (!mayReadHistory) return 'Your token may read, not change.'
  return undefined
}

/**
 * Like `useReadOnlyReason`, for pages that don't read the record themselves. Users who can't edit
 * may not read it either.
 */
export function useEditLock(workspaceId: string): string | undefined {
  const { data } = useQuery({ ...workspaceQuery(workspaceId), enabled: useIsAdmin() })
  return useReadOnlyReason(data)
}
