import { useCallbackRef } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { toApiError, type ApiError } from '@/console/api/api-error'
import type { ApiResponse } from '@/console/api/client'
import { findRecentEditor } from '@/console/api/watching'
import { mergeEdits, type Edit } from '@/console/edits/edits'
import type { KeptEdits } from '@/console/edits/kept-edits'
import type { MemberPath } from '@/console/edits/member-path'
import { rebase, type Conflict } from '@/console/edits/rebase'
import { showFailure } from '@/console/layout/show-error'
import { useIsShown } from './use-is-shown'
import { useMergedChange } from './use-merged-change'
import { useNewerRecord } from './use-newer-record'
import { useSendAll } from './use-send-all'

/** A record with the user's edits of it. */
export interface EditedRecord<Saved> {
  /** The record that the edits are made to. */
  base: ApiResponse<Saved>
  edits: readonly Edit[]
  /** The record as it was last read: what someone else saved meanwhile is merged from it. */
  latest?: ApiResponse<Saved> | undefined
  /** The edits that were unsaved when the page was reloaded; their conflicts are shown first. */
  kept: KeptEdits | undefined
}

/** How a record of a kind is read, and how its edits are sent. */
export interface RecordStore<Saved> {
  valueAt: (record: Saved, path: MemberPath) => unknown
  /** Splits the edits if they need several requests, which are sent one after the other. */
  partsOf?: (edits: readonly Edit[]) => Edit[][]
  /** Sends edits of a record, with its ETag. */
  send: (record: ApiResponse<Saved>, edits: readonly Edit[]) => Promise<ApiResponse<Saved>>
  /** Reads the record again. */
  read: () => Promise<ApiResponse<Saved>>
}

/** What the page does when a save, or that of someone else, changes the record or its edits. */
export interface SaveEvents<Saved> {
  /** Continues with these edits on a newer record. */
  onRebase: (record: ApiResponse<Saved>, edits: readonly Edit[]) => void
  /**
   * @param later the edits made after the save was sent, which are not saved yet
   * @param sent the saved edits
   */
  onSaved: (record: ApiResponse<Saved>, later: readonly Edit[], sent: readonly Edit[]) => void
  onError?: ((error: ApiError) => void) | undefined
  /** Someone else has saved all the edits, which a notification says. */
  onNothingLeft?: (() => void) | undefined
}

/** The user's edits on a record that someone else has saved in the meantime. */
export interface Merge<Saved> {
  theirs: ApiResponse<Saved>
  /** The edits of members that nobody else changed. */
  standing: readonly Edit[]
  conflicts: readonly Conflict[]
}

/** A save as the form that it saves shows it. */
export type Saving = ReturnType<typeof useSave>

const noConflicts: readonly Conflict[] = []

/**
 * Saves edits of a record. If someone else has saved in the meantime, the edits are merged and sent
 * again, unless both changed the same member. Edits made during a save are kept.
 */
export function useSave<Saved extends { id: string; name: string }>(
  edited: EditedRecord<Saved>,
  store: RecordStore<Saved>,
  { onRebase, onSaved, onError, onNothingLeft }: SaveEvents<Saved>,
) {
  const { base, edits, kept } = edited
  const { valueAt } = store
  const [isPending, setPending] = useState(false)
  const [savedCount, setSavedCount] = useState(0)
  const [error, setError] = useState<ApiError>()
  const [conflict, setConflict] = useState<Merge<Saved> | undefined>(() =>
    kept === undefined || kept.conflicts.length === 0 ? undefined : { theirs: base, ...kept },
  )
  const [merged, setMerged] = useMergedChange()
  const isShown = useIsShown()

  /** Rebases the user's edits, and further ones, onto a newer record. */
  const mergeWith = useCallbackRef((theirs: ApiResponse<Saved>, more: readonly Edit[] = []) => {
    const mine = mergeEdits(edits, more)
    const merge = rebase(mine, (path) => valueAt(theirs.response, path))
    onRebase(theirs, [...merge.edits, ...merge.conflicts.map(({ keepMine }) => keepMine)])
    return { theirs, standing: merge.edits, conflicts: merge.conflicts }
  })
  const newer = useNewerRecord(edited, {
    valueAt,
    isPaused: isPending || conflict !== undefined,
    onTakeOver: (record, left) => {
      onRebase(record, left)
      // The tag stays the same where only facts about the record changed, such as its mirror state.
      if (record.etag !== undefined && record.etag === base.etag) return
      const by = findRecentEditor(base.response.id)
      setMerged({ by })
      if (left.length > 0) return
      const same = edits.length === 1 ? 'change' : 'changes'
      notifications.show({ message: `${by ?? 'Someone else'} has saved the same ${same}` })
      onNothingLeft?.()
    },
  })
  const sendAll = useSendAll(store, {
    edits,
    mergeWith,
    onConflict: setConflict,
    onPartSaved: (part) => setSavedCount((count) => count + part.length),
    onRebase,
    onSaved,
  })

  function clearOutcome(): void {
    setError(undefined)
    setSavedCount(0)
  }

  async function save(): Promise<void> {
    setPending(true)
    clearOutcome()
    try {
      await sendAll(base, edits)
    } catch (error) {
      const refusal = toApiError(error)
      setError(refusal)
      onError?.(refusal)
      if (!isShown.current) showFailure(`Couldn’t save ${base.response.name}`, refusal)
    } finally {
      setPending(false)
    }
  }

  /** Adds edits, based on the current record. */
  async function stage(more: readonly Edit[]): Promise<void> {
    const merge = mergeWith(await store.read(), more)
    if (merge.conflicts.length > 0) setConflict(merge)
  }

  /** Shows the conflict that the save would end in. @returns whether there is one */
  function showConflict(): boolean {
    if (newer === undefined || newer.conflicts.length === 0) return false
    setConflict(mergeWith(newer.record))
    return true
  }

  /** Continues with the choices for the conflict and all other edits. @returns the edits */
  function resolve(chosen: readonly Edit[]): readonly Edit[] {
    if (conflict === undefined) return []
    const resolved = [...conflict.standing, ...chosen]
    setConflict(undefined)
    onRebase(conflict.theirs, resolved)
    return resolved
  }

  return {
    save,
    stage,
    isPending,
    /** How many edits earlier parts have saved if a later part failed. */
    savedCount,
    error,
    clearOutcome,
    conflict,
    /** Members that both I and someone else changed; the save would end in this conflict. */
    pendingConflicts: newer?.conflicts ?? noConflicts,
    showConflict,
    closeConflict: () => setConflict(undefined),
    resolve,
    /** Someone else's change that was merged a moment ago. */
    merged,
  }
}
