import { useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { workspaceQuery, type WorkspaceResponse } from '@/console/api/workspaces'
import { draftKey } from '@/console/session/kept-drafts'
import { valueAt } from './edits'
import { keptEdits, type KeptEdits } from './kept-edits'

/** A workspace that is being edited on a page. */
export interface WorkspaceEditing {
  /** The record that the edits are based on. */
  base: WorkspaceResponse
  setBase: (base: WorkspaceResponse) => void
  /** The record as last read. */
  latest: WorkspaceResponse
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
 * Replaces the record that edits are based on by the latest while there are no edits. With edits it
 * stays, so that a background refresh does not change anything while the user edits.
 */
export function useFollowLatest<Response>(
  { base, latest }: { base: Response; latest: Response },
  dirty: boolean,
  onFollow: (latest: Response) => void,
): void {
  const follow = useEffectEvent(onFollow)
  useEffect(() => {
    if (!dirty && base !== latest) follow(latest)
  }, [base, latest, dirty])
}
