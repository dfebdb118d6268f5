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
  /** The record as it was last read: what someone else saved meanwhile is merged from it. */
  latest?: ApiResponse<Saved> | undefined
  /** The edits that were unsaved when the page was reloaded; their conflicts are shown first. */
  kept: KeptEdits | undefined
  valueAt: (record: Saved, path: string) => unknown
  /** Splits the edits if they need several requests, which are sent one after the other. */
  partsOf?: (edits: readonly Edit[]) => Edit[][]
  /** Sends edits of a record, with its ETag. */
  send: (record: ApiResponse<Saved>, edits: readonly Edit[]) => Promise<ApiResponse<Saved>>
  /** Reads the record again. */
  read: () => Promise<ApiResponse<Saved>>
  /** Continues with these edits on a newer record. */
  onRebase: (record: ApiResponse<Saved>, edits: readonly Edit[]) => void
  /**
   * @param later the edits made after the save was sent, which are not saved yet
   * @param sent the saved edits
   */
  onSaved: (record: ApiResponse<Saved>, later: readonly Edit[], sent: readonly Edit[]) => void
  onError?: ((error: ApiError) => void) | undefined
  /** What someone else saved meanwhile was taken over: it touches none of the edits. */
  onMerged?: (() => void) | undefined
}

/** The user's edits on a record that someone else has saved in the meantime. */
interface Merge<Saved> {
  theirs: ApiResponse<Saved>
  /** The edits of members that nobody else changed. */
  standing: readonly Edit[]
  conflicts: readonly Conflict[]
}

const noConflicts: readonly Conflict[] = []

/**
 * Saves edits of a record. If someone else has saved in the meantime, the edits are merged and sent
 * again, unless both changed the same member. Edits made during a save are kept.
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
  /** The edits that the current save has stored so far. */
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
  /** Rebases the user's edits, and further ones, onto a newer record. */
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

  /** Adds edits, based on the current record. */
  async function stage(more: readonly Edit[]): Promise<void> {
    const merge = mergeWith(await read(), more)
    if (merge.conflicts.length > 0) setConflict(merge)
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
    /** Shows that conflict now. */
    showConflict: () => {
      if (newer !== undefined) setConflict(mergeWith(newer.latest))
    },
    closeConflict: () => setConflict(undefined),
    /**
     * Continues with the choices for the conflict and all other edits.
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
