import { useCallbackRef } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { dequal } from 'dequal'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { ApiResponse } from '../api/client'
import { toApiError, type ApiError } from '../api/api-error'
import { editOfConflict, editsAfter, mergeEdits, rebase, type Conflict, type Edit } from './edits'
import type { KeptEdits } from './kept-edits'
import { useIsShown } from './use-is-shown'

interface SaveOptions<Saved extends { name: string }> {
  /** The record that the edits are made to. */
  base: ApiResponse<Saved>
  edits: readonly Edit[]
  /** The record as it was last read: what someone else saved meanwhile is taken over from it. */
  latest?: ApiResponse<Saved> | undefined
  /** Edits that were unsaved when the page was reloaded: their conflicts are shown first. */
  kept: KeptEdits | undefined
  valueAt: (record: Saved, path: string) => unknown
  /** Splits the edits where one request can't save them all; the parts are sent one after another. */
  partsOf?: (edits: readonly Edit[]) => Edit[][]
  /** Sends edits of a record, with its tag. */
  send: (record: ApiResponse<Saved>, edits: readonly Edit[]) => Promise<ApiResponse<Saved>>
  /** Reads the record again. */
  read: () => Promise<ApiResponse<Saved>>
  /** Continues with these edits on top of a newer record. */
  onRebase: (record: ApiResponse<Saved>, edits: readonly Edit[]) => void
  /**
   * @param later edits that were made after the save was sent; they are not saved yet
   * @param sent the edits that were saved
   */
  onSaved: (record: ApiResponse<Saved>, later: readonly Edit[], sent: readonly Edit[]) => void
  onError?: ((error: ApiError) => void) | undefined
  /** What someone else saved meanwhile was taken over: it touches none of the edits. */
  onMerged?: (() => void) | undefined
}

/** My edits on top of a record that someone else has saved meanwhile. */
interface Merge<Saved> {
  theirs: ApiResponse<Saved>
  /** My edits that nobody else touched. */
  standing: readonly Edit[]
  conflicts: readonly Conflict[]
}

const noConflicts: readonly Conflict[] = []

/**
 * Saves edits of a record. When someone else has saved meanwhile, the edits are merged and sent
 * again, unless both changed the same member. What is edited while a save is pending is kept.
 */
export function useSave<Saved extends { name: string }>({
  base,
  edits,
  latest,
  kept,
  valueAt,
  partsOf = (all) => [[...all]],
  send,
  read,
  onRebase,
  onSaved,
  onError,
  onMerged,
}: SaveOptions<Saved>) {
  const [isPending, setPending] = useState(false)
  const [savedCount, setSavedCount] = useState(0)
  const [error, setError] = useState<ApiError>()
  const [conflict, setConflict] = useState<Merge<Saved> | undefined>(() =>
    kept === undefined || kept.conflicts.length === 0 ? undefined : { theirs: base, ...kept },
  )
  const isShown = useIsShown()
  /** The edits that this save has saved so far. */
  const sentSoFar = useRef<Edit[]>([])

  // These see the edits as they are when the response arrives, not as they were sent.
  const finish = useCallbackRef((saved: ApiResponse<Saved>, sent: readonly Edit[]) =>
    onSaved(
      saved,
      editsAfter(sent, edits, (path) => valueAt(saved.response, path)),
      sentSoFar.current,
    ),
  )
  const finishPart = useCallbackRef((saved: ApiResponse<Saved>, sent: readonly Edit[]) => {
    setSavedCount((count) => count + sent.length)
    onRebase(
      saved,
      editsAfter(sent, edits, (path) => valueAt(saved.response, path)),
    )
  })
  /** Rebases my edits, with more of them, onto a newer record. */
  const mergeWith = useCallbackRef((theirs: ApiResponse<Saved>, more: readonly Edit[] = []) => {
    const mine = mergeEdits(edits, more)
    const merged = rebase(mine, (path) => valueAt(theirs.response, path))
    onRebase(theirs, [...merged.edits, ...merged.conflicts.map(editOfConflict)])
    return { theirs, standing: merged.edits, conflicts: merged.conflicts }
  })

  // What was read before the base was set may be older than it.
  const [start, setStart] = useState({ base, latest })
  if (start.base !== base) setStart({ base, latest })
  const isEditing = edits.length > 0 && !isPending && conflict === undefined
  /** My edits on top of what someone else saved meanwhile. */
  const newer = useMemo(
    () =>
      latest === undefined ||
      latest === start.latest ||
      !isEditing ||
      dequal(latest.response, base.response)
        ? undefined
        : { latest, ...rebase(edits, (path) => valueAt(latest.response, path)) },
    [latest, start, base, edits, isEditing, valueAt],
  )
  const takeOver = useCallbackRef((record: ApiResponse<Saved>, left: readonly Edit[]) => {
    onRebase(record, left)
    // The tag stays the same where only facts about the record changed, such as its mirror state.
    if (record.etag === undefined || record.etag !== base.etag) onMerged?.()
  })
  useEffect(() => {
    if (newer !== undefined && newer.conflicts.length === 0) takeOver(newer.latest, newer.edits)
  }, [newer, takeOver])

  async function sendMerged(record: ApiResponse<Saved>, toSend: readonly Edit[]): Promise<void> {
    const [part = [], ...rest] = partsOf(toSend)
    let saved: ApiResponse<Saved>
    try {
      saved = await send(record, part)
    } catch (error) {
      if (!toApiError(error).isStale) throw error
      const theirs = await read()
      const merge = mergeWith(theirs)
      const left = rebase(toSend, (path) => valueAt(theirs.response, path)).edits
      if (merge.conflicts.length > 0) setConflict(merge)
      else if (left.length === 0) finish(theirs, [])
      else await sendMerged(theirs, left)
      return
    }
    sentSoFar.current = [...sentSoFar.current, ...part]
    if (rest.length === 0) return finish(saved, part)
    finishPart(saved, part)
    await sendMerged(saved, rest.flat())
  }

  function clearOutcome(): void {
    setError(undefined)
    setSavedCount(0)
  }

  async function save(): Promise<void> {
    setPending(true)
    clearOutcome()
    sentSoFar.current = []
    try {
      await sendMerged(base, edits)
    } catch (error) {
      const refusal = toApiError(error)
      setError(refusal)
      onError?.(refusal)
      if (!isShown.current)
        notifications.show({
          color: 'danger',
          title: `Couldn’t save ${base.response.name}`,
          message: refusal.message,
        })
    } finally {
      setPending(false)
    }
  }

  /** Adds edits to those there are, on top of the record as it is now. */
  async function stage(more: readonly Edit[]): Promise<void> {
    const merge = mergeWith(await read(), more)
    if (merge.conflicts.length > 0) setConflict(merge)
  }

  return {
    save,
    stage,
    isPending,
    /** How many edits earlier parts have saved, where a later part failed. */
    savedCount,
    error,
    clearOutcome,
    conflict,
    /** Members that both I and someone else changed; the save would end in this conflict. */
    pendingConflicts: newer?.conflicts ?? noConflicts,
    /** Shows that conflict now. */
    showConflict: () => {
      if (newer !== undefined) setConflict(mergeWith(newer.latest))
    },
    closeConflict: () => setConflict(undefined),
    /**
     * Continues with what was chosen of the conflict and all other edits.
     * @returns the edits
     */
    resolve: (chosen: readonly Edit[]): readonly Edit[] => {
      if (conflict === undefined) return []
      const resolved = [...conflict.standing, ...chosen]
      setConflict(undefined)
      onRebase(conflict.theirs, resolved)
      return resolved
    },
  }
}
