import { useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { workspaceQuery, type WorkspaceResponse } from '../api/workspaces'
import { draftKey } from '../session/kept-drafts'
import { valueAt } from './edits'
import { keptEdits, type KeptEdits } from './kept-edits'

/** A record that is being edited. */
interface Base<Response> {
  /** The record that the edits are based on. */
  base: Response
  setBase: (base: Response) => void
  /** The record as last read. */
  latest: Response
}

/** A workspace that is being edited on a page. */
export interface WorkspaceEditing extends Base<WorkspaceResponse> {
  /** The storage key of unsaved edits. */
  draftKey: string
  /** The edits that were unsaved when the page was reloaded. */
  kept: KeptEdits | undefined
}

/** Begins to edit a workspace. @param page its path below the workspace */
export function useWorkspaceEditing(workspaceId: string, page: string): WorkspaceEditing {
  const { data: latest } = useSuspenseQuery(workspaceQuery(workspaceId))
  const [base, setBase] = useState(latest)
  const key = draftKey(workspaceId, page)
  const [kept] = useState(() => keptEdits(key, (path) => valueAt(latest.response, path)))
  return { base, setBase, latest, draftKey: key, kept }
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
