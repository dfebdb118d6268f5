import { useCallbackRef } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import type { ApiResponse } from '@/console/api/client'
import { findRecentEditor } from '@/console/api/watching'
import { mergeEdits, type Edit } from '@/console/edits/edits'
import { rebase, withMine, type Conflict } from '@/console/edits/rebase'
import type { EditedRecord, Merge, RecordStore, SaveEvents } from './edited-record'
import { useMergedChange } from './use-merged-change'
import { useNewerRecord } from './use-newer-record'

interface MergingOptions<Saved> extends Pick<SaveEvents<Saved>, 'onRebase' | 'onNothingLeft'> {
  /** Whether a save is under way, during which nothing is taken over. */
  isSaving: boolean
}

const noConflicts: readonly Conflict[] = []

/**
 * Merges what someone else saves with the user's edits: takes it over while the user edits, and
 * keeps the conflict in which a save has ended until the user has chosen.
 */
export function useMerging<Saved extends { id: string }>(
  edited: EditedRecord<Saved>,
  { valueAt }: Pick<RecordStore<Saved>, 'valueAt'>,
  { isSaving, onRebase, onNothingLeft }: MergingOptions<Saved>,
) {
  const { base, edits, kept } = edited
  const [conflict, setConflict] = useState<Merge<Saved> | undefined>(() =>
    kept === undefined || kept.conflicts.length === 0 ? undefined : { theirs: base, ...kept },
  )
  const [merged, setMerged] = useMergedChange()
  const newer = useNewerRecord(edited, {
    valueAt,
    isPaused: isSaving || conflict !== undefined,
    onTakeOver: takeOver,
  })

  /** Continues on a newer record, with those edits that nobody else has made too. */
  function takeOver({ theirs, standing }: Merge<Saved>): void {
    onRebase(theirs, standing)
    // The tag stays the same where only facts about the record changed, such as its mirror state.
    if (theirs.etag !== undefined && theirs.etag === base.etag) return
    const by = findRecentEditor(base.response.id)
    setMerged({ by })
    if (standing.length > 0) return
    const same = edits.length === 1 ? 'change' : 'changes'
    notifications.show({ message: `${by ?? 'Someone else'} has saved the same ${same}` })
    onNothingLeft?.()
  }

  /**
   * Moves the user's edits, and further ones, to a newer record. The user is asked about conflicts.
   * @returns whether there are any
   */
  const moveEditsTo = useCallbackRef(
    (theirs: ApiResponse<Saved>, more: readonly Edit[] = []): boolean => {
      const mine = mergeEdits(edits, more)
      const rebased = rebase(mine, (path) => valueAt(theirs.response, path))
      onRebase(theirs, withMine(rebased))
      const hasConflicts = rebased.conflicts.length > 0
      if (hasConflicts) setConflict({ theirs, ...rebased })
      return hasConflicts
    },
  )

  /** Continues with the choices for the conflict and all other edits. @returns the edits */
  function resolve(chosen: readonly Edit[]): readonly Edit[] {
    if (conflict === undefined) return []
    const resolved = [...conflict.standing, ...chosen]
    setConflict(undefined)
    onRebase(conflict.theirs, resolved)
    return resolved
  }

  return {
    /** Someone else's change that was merged a moment ago. */
    merged,
    /** Members that both I and someone else changed; the save would end in this conflict. */
    pendingConflicts: newer?.conflicts ?? noConflicts,
    /** Shows the conflict that the save would end in. @returns whether there is one */
    showConflict: () =>
      newer !== undefined && newer.conflicts.length > 0 && moveEditsTo(newer.theirs),
    /** The conflict that the user is asked about. */
    conflict,
    closeConflict: () => setConflict(undefined),
    resolve,
    moveEditsTo,
  }
}
