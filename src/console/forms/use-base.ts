import { useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { workspaceQuery, type WorkspaceResponse } from '../api/workspaces'

/** A record that is being edited. */
export interface Base {
  /** The record that the edits are based on. */
  base: WorkspaceResponse
  setBase: (base: WorkspaceResponse) => void
  /** The record as last read. */
  latest: WorkspaceResponse
}

/** Begins to edit the record of a workspace. */
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
