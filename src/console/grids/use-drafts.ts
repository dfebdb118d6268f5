import { useStateHistory } from '@mantine/hooks'
import { dequal } from 'dequal'
import { useCallback, useEffect, useMemo } from 'react'
import type { WorkspaceResponse } from '@/console/api/workspaces'
import type { Edit } from '@/console/edits/edits'
import { useFollowLatest, useWorkspaceEditing } from '@/console/edits/use-workspace-editing'
import { draftEntries, draftsFrom, draftsOf, type DraftRules, type Drafts } from './drafts'

const noDrafts: Drafts<never> = {}

/**
 * Manages the unsaved values of a grid with undo and redo, based on the record at the start of
 * editing. They survive a reload.
 */
export function useDrafts<Draft>(workspaceId: string, rules: DraftRules<Draft>) {
  const editing = useWorkspaceEditing(workspaceId, rules.page)
  const { base, setBase, kept } = editing
  const { editsOf } = rules
  const [drafts, history, { current, history: steps }] = useStateHistory<Drafts<Draft>>(noDrafts)
  const unreadableIn = (some: Drafts<Draft>) =>
    draftEntries(some).filter(([, draft]) => rules.isUnreadable(draft))
  const editsAndUnreadable = (some: Drafts<Draft>) => [
    editsOf(base.response, some),
    unreadableIn(some),
  ]
  const edits = useMemo(() => editsOf(base.response, drafts), [base, drafts, editsOf])
  // Drops the event that a button passes.
  const undo = useCallback(() => history.back(), [history])
  const redo = useCallback(() => history.forward(), [history])
  useFollowLatest(editing, edits.length > 0, setBase)
  useEffect(() => {
    if (kept !== undefined) history.set(draftsOf(rules, kept.edits))
  }, [kept, history, rules])
  return {
    base,
    drafts,
    /** Changes drafts as one undo step. A change without effect is no step. */
    put: (changed: Drafts<Draft>) => {
      const next = { ...drafts, ...changed }
      if (!dequal(editsAndUnreadable(next), editsAndUnreadable(drafts))) history.set(next)
    },
    undo: current === 0 ? undefined : undo,
    redo: current >= steps.length - 1 ? undefined : redo,
    /** The props of the save bar. */
    saving: {
      editing,
      edits,
      onRebase: (newer: WorkspaceResponse, left: readonly Edit[]) => {
        setBase(newer)
        const next = { ...draftsFrom(unreadableIn(drafts)), ...draftsOf(rules, left) }
        // Where nothing was dropped, what led here can still be undone.
        if (dequal(next, drafts)) return
        history.reset()
        if (Object.keys(next).length > 0) history.set(next)
      },
      onDiscard: () => history.set(noDrafts),
    },
  }
}
