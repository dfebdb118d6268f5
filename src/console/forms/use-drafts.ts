import { useStateHistory } from '@mantine/hooks'
import { useCallback, useEffect, useMemo, useState } from 'react'
import type { Workspace } from '../../contract/workspaces'
import type { WorkspaceResponse } from '../api/workspaces'
import { valueAt, type Edit } from './edits'
import { draftKey } from '../session/kept-drafts'
import { keptEdits } from './kept-edits'
import { useBase, useFollowLatest } from './use-base'

type Drafts<Draft> = Readonly<Record<string, Draft>>

const noDrafts: Drafts<never> = {}

/** How the drafts of a grid relate to edits of the workspace. */
export interface DraftRules<Draft> {
  /** The path of the page below the workspace. */
  page: string
  /** The name of the draft that changes the member at this path. */
  nameOf: (path: string) => string
  editsOf: (workspace: Workspace, drafts: Drafts<Draft>) => Edit[]
  /** The draft that makes a member what an edit makes it. */
  draftOf: (after: unknown) => Draft
  /** Whether a draft is text that can't be read yet, and so is no edit. */
  isUnreadable?: (draft: Draft) => boolean
}

/** The drafts that make these edits. */
export function draftsOf<Draft>(
  { nameOf, draftOf }: Pick<DraftRules<Draft>, 'nameOf' | 'draftOf'>,
  edits: readonly Edit[],
): Drafts<Draft> {
  return Object.fromEntries(edits.map(({ path, after }) => [nameOf(path), draftOf(after)]))
}

/**
 * What a person has put into a grid and not saved, by name, with undo and redo, on top of a record
 * that stays as it was when the editing began. Survives a reload.
 */
export function useDrafts<Draft>(workspaceId: string, rules: DraftRules<Draft>) {
  const editing = useBase(workspaceId)
  const { base, setBase } = editing
  const { editsOf } = rules
  const key = draftKey(workspaceId, rules.page)
  const [kept] = useState(() => keptEdits(key, (path) => valueAt(base.response, path)))
  const [drafts, history, { current, history: steps }] = useStateHistory<Drafts<Draft>>(noDrafts)
  const edits = useMemo(() => editsOf(base.response, drafts), [base, drafts, editsOf])
  // Without the event of the button that is pressed.
  const undo = useCallback(() => history.back(), [history])
  const redo = useCallback(() => history.forward(), [history])
  useFollowLatest(editing, edits.length > 0)
  useEffect(() => {
    if (kept !== undefined) history.set(draftsOf(rules, kept.edits))
  }, [kept, history, rules])
  return {
    base,
    drafts,
    put: (changed: Drafts<Draft>) => history.set({ ...drafts, ...changed }),
    undo: current === 0 ? undefined : undo,
    redo: current >= steps.length - 1 ? undefined : redo,
    /** What the bar that saves them needs. */
    saving: {
      base,
      edits,
      draftKey: key,
      kept,
      onRebase: (newer: WorkspaceResponse, left: readonly Edit[]) => {
        setBase(newer)
        const unreadable = Object.entries(drafts).filter(([, draft]) => rules.isUnreadable?.(draft))
        const next = { ...draftsOf(rules, left), ...Object.fromEntries(unreadable) }
        history.reset()
        if (Object.keys(next).length > 0) history.set(next)
      },
      onDiscard: () => history.reset(),
    },
  }
}
