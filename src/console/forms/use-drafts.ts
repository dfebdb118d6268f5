import { useStateHistory } from '@mantine/hooks'
import { useCallback, useMemo } from 'react'
import type { Workspace } from '../../contract/workspaces'
import type { WorkspaceReply } from '../api/workspaces'
import type { Edit } from './edits'
import { useBase, useFollowLatest } from './use-base'

type Drafts<Draft> = Readonly<Record<string, Draft>>

const noDrafts: Drafts<never> = {}

/**
 * What a person has put into a grid and not saved, by name, with undo and redo, on top of a record that stays
 * as it was when the editing began.
 * @param pathOf the path in the record that the draft of a name changes
 */
export function useDrafts<Draft>(
  workspaceId: string,
  pathOf: (name: string) => string,
  editsOf: (workspace: Workspace, drafts: Drafts<Draft>) => Edit[],
) {
  const editing = useBase(workspaceId)
  const { base, setBase } = editing
  const [drafts, history, { current, history: steps }] = useStateHistory<Drafts<Draft>>(noDrafts)
  const edits = useMemo(() => editsOf(base.answer, drafts), [base, drafts, editsOf])
  // Without the event of the button that is pressed.
  const undo = useCallback(() => history.back(), [history])
  const redo = useCallback(() => history.forward(), [history])
  useFollowLatest(editing, edits.length > 0)
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
      onSaved: (saved: WorkspaceReply) => {
        setBase(saved)
        history.reset()
      },
      onRebase: (newer: WorkspaceReply, kept: readonly Edit[]) => {
        setBase(newer)
        const paths = new Set(kept.map(({ path }) => path))
        history.set(
          Object.fromEntries(Object.entries(drafts).filter(([name]) => paths.has(pathOf(name)))),
        )
      },
      onDiscard: () => history.reset(),
    },
  }
}
