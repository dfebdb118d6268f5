import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLastChange } from '../api/history'
import { workspaceQuery, type WorkspaceResponse } from '../api/workspaces'
import { formatDateTime } from '../ui/format-date'
import { useTokenFacts } from '../session/use-session'

export interface Base {
  /** The record that the editing stands on. */
  base: WorkspaceResponse
  setBase: (base: WorkspaceResponse) => void
  /** The record as it was last read. */
  latest: WorkspaceResponse
}

export function useBase(workspaceId: string): Base {
  const { data: latest } = useSuspenseQuery(workspaceQuery(workspaceId))
  const [base, setBase] = useState(latest)
  return { base, setBase, latest }
}

/**
 * Lets the base follow what is read while nothing is edited. Once something is, it stays as it was, so that a
 * refresh in the background changes nothing under a person’s hands.
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

/** Why nothing of the workspace can be changed now; undefined when it can, as far as its record tells. */
export function useReadOnlyReason(reply: WorkspaceResponse | undefined): string | undefined {
  const role = useTokenFacts()?.role
  const mayReadHistory = role === 'admin' || role === 'operator'
  const since = useLastChange(
    reply?.response.id ?? '',
    reply?.response.isReadOnly === true && mayReadHistory ? 'isReadOnly' : undefined,
  )
  if (reply?.response.archivedAt !== undefined)
    return 'This workspace is archived: its tokens are refused and nothing in it can be changed. An operator can restore it.'
  if (reply?.response.isReadOnly === true)
    return since === undefined
      ? 'This workspace is read-only: nothing in it can be changed until that is switched off.'
      : `Read-only since ${formatDateTime(since.createdAt)} by ${since.actor.name}: ` +
          'nothing in this workspace can be changed until that is switched off.'
  if (!mayReadHistory) return 'Your token may read, not change.'
  return undefined
}

/** The same where the page does not read the record itself. Who may change nothing may not read it either. */
export function useEditLock(workspaceId: string): string | undefined {
  const role = useTokenFacts()?.role
  const { data } = useQuery({
    ...workspaceQuery(workspaceId),
    enabled: role === 'admin' || role === 'operator',
  })
  return useReadOnlyReason(data)
}
