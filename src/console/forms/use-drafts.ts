import { useStateHistory } from '@mantine/hooks'
import { dequal } from 'dequal'
import { useCallback, useEffect, useMemo, useState } from 'react'
import type { Workspace } from '../../contract/workspaces'
import type { WorkspaceResponse } from '../api/workspaces'
import { valueAt, type Edit } from './edits'
import { draftKey } from '../session/kept-drafts'
import { keptEdits } from './kept-edits'
import { useBase, useFollowLatest } from './use-base'

type Drafts<Draft> = Readonly<Record<string, Draft>>

const noDrafts: Drafts<never> = {}

/** Converts between the drafts of a grid, by path, and edits of the workspace. */
export interface DraftRules<Draft> {
  /** The path of the page below the workspace. */
  page: string
  editsOf: (workspace: Workspace, drafts: Drafts<Draft>) => Edit[]
  /** Returns the draft for the new value of an edit. */
  draftOf: (after: unknown) => Draft
  /** Whether a draft is text that can't be parsed, and so isn't an edit. */
  isUnreadable?: (draft: Draft) => boolean
}

/** Returns the drafts that make these edits. */
export function draftsOf<Draft>(
  { draftOf }: Pick<DraftRules<Draft>, 'draftOf'>,
  edits: readonly Edit[],
): Drafts<Draft> {
  return Object.fromEntries(edits.map(({ path, after }) => [path, draftOf(after)]))
}

/**
 * Manages the unsaved values of a grid with undo and redo, based on the record at the start of
 * editing. They survive a reload.
 */
export function useDrafts<Draft>(workspaceId: string, rules: DraftRules<Draft>) {
  const editing = useBase(workspaceId)
  const { base, setBase } = editing
  const { editsOf } = rules
  const key = draftKey(workspaceId, rules.page)
  const [kept] = useState(() => keptEdits(key, (path) => valueAt(base.response, path)))
  const [drafts, history, { current, history: steps }] = useStateHistory<Drafts<Draft>>(noDrafts)
  const editsAndUnreadable = (some: Drafts<Draft>) => [
    editsOf(base.response, some),
    Object.entries(some).filter(([, draft]) => rules.isUnreadable?.(draft) === true),
  ]
  const edits = useMemo(() => editsOf(base.response, drafts), [base, drafts, editsOf])
  // Drops the event that a button passes.
  const undo = useCallback(() => history.back(), [history])
  const redo = useCallback(() => history.forward(), [history])
  useFollowLatest(editing, edits.length > 0)
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
      base,
      edits,
      draftKey: key,
      kept,
      onRebase: (newer: WorkspaceResponse, left: readonly Edit[]) => {
        setBase(newer)
        const unreadable = Object.entries(drafts).filter(
          ([path, draft]) =>
            rules.isUnreadable?.(draft) === true && !left.some((edit) => edit.path === path),
        )
        const next = { ...draftsOf(rules, left), ...Object.fromEntries(unreadable) }
        // Where nothing was dropped, what led here can still be undone.
        if (dequal(next, drafts)) return
        history.reset()
        if (Object.keys(next).length > 0) history.set(next)
      },
      onDiscard: () => history.set(noDrafts),
    },
  }
}
