import { useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { workspaceQuery, type WorkspaceResponse } from '../api/workspaces'

/** A record that is being edited. */
export interface Base<Response = WorkspaceResponse> {
  /** The record that the edits are based on. */
  base: Response
  setBase: (base: Response) => void
  /** The record as last read. */
  latest: Response
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
export function useFollowLatest<Response>(
  { base, setBase, latest }: Base<Response>,
  dirty: boolean,
  onFollow?: (latest: Response) => void,
): void {
  useEffect(() => {
    if (dirty || base === latest) return
    setBase(latest)
    onFollow?.(latest)
  }, [base, latest, dirty, setBase, onFollow])
}
