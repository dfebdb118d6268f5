import { useCallbackRef } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import type { ApiResponse } from '../api/client'
import { toApiError, type ApiError } from '../api/api-error'
import { editOfConflict, editsAfter, rebase, type Conflict, type Edit } from './edits'
import type { KeptEdits } from './kept-edits'
import { useIsShown } from './use-is-shown'

interface SaveOptions<Answer extends { name: string }> {
  /** The record that the edits are made to. */
  base: ApiResponse<Answer>
  edits: readonly Edit[]
  /** Edits that were unsaved when the page was reloaded: their conflicts are shown first. */
  kept: KeptEdits | undefined
  valueAt: (record: Answer, path: string) => unknown
  /** Splits the edits where one request can't save them all; the parts are sent one after another. */
  partsOf?: (edits: readonly Edit[]) => Edit[][]
  /** Sends edits of a record, with its tag. */
  send: (record: ApiResponse<Answer>, edits: readonly Edit[]) => Promise<ApiResponse<Answer>>
  /** Reads the record again. */
  read: () => Promise<ApiResponse<Answer>>
  /** Goes on with these edits on top of a newer record. */
  onRebase: (record: ApiResponse<Answer>, edits: readonly Edit[]) => void
  /** @param later edits that were made after the save was sent; they are not saved yet */
  onSaved: (record: ApiResponse<Answer>, later: readonly Edit[]) => void
  onError?: ((error: ApiError) => void) | undefined
}

/** My edits where somebody else has saved other values of the same members. */
interface Merge<Answer> {
  theirs: ApiResponse<Answer>
  /** My edits that nobody else touched. */
  standing: readonly Edit[]
  conflicts: readonly Conflict[]
}

/**
 * Saves edits of a record. When somebody else has saved meanwhile, the edits are merged and sent
 * again, unless both changed the same member. What is edited while a save is pending stays.
 */
export function useSave<Answer extends { name: string }>({
  base,
  edits,
  kept,
  valueAt,
  partsOf = (all) => [[...all]],
  send,
  read,
  onRebase,
  onSaved,
  onError,
}: SaveOptions<Answer>) {
  const [isPending, setPending] = useState(false)
  const [savedCount, setSavedCount] = useState(0)
  const [error, setError] = useState<ApiError>()
  const [conflict, setConflict] = useState<Merge<Answer> | undefined>(() =>
    kept === undefined || kept.conflicts.length === 0 ? undefined : { theirs: base, ...kept },
  )
  const isShown = useIsShown()

  // These see the edits as they are when the server has answered, not as they were sent.
  const finish = useCallbackRef((saved: ApiResponse<Answer>, sent: readonly Edit[]) =>
    onSaved(
      saved,
      editsAfter(sent, edits, (path) => valueAt(saved.response, path)),
    ),
  )
  const finishPart = useCallbackRef((saved: ApiResponse<Answer>, sent: readonly Edit[]) => {
    setSavedCount((count) => count + sent.length)
    onRebase(
      saved,
      editsAfter(sent, edits, (path) => valueAt(saved.response, path)),
    )
  })
  const mergeWith = useCallbackRef((theirs: ApiResponse<Answer>): Merge<Answer> => {
    const merged = rebase(edits, (path) => valueAt(theirs.response, path))
    onRebase(theirs, [...merged.edits, ...merged.conflicts.map(editOfConflict)])
    return { theirs, standing: merged.edits, conflicts: merged.conflicts }
  })

  async function sendMerged(record: ApiResponse<Answer>, toSend: readonly Edit[]): Promise<void> {
    const [part = [], ...rest] = partsOf(toSend)
    let saved: ApiResponse<Answer>
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

  return {
    save,
    isPending,
    /** How many edits earlier parts have saved, where a later part failed. */
    savedCount,
    error,
    clearOutcome,
    conflict,
    closeConflict: () => setConflict(undefined),
    /**
     * Goes on with what was chosen of the conflict and all other edits.
     * @returns those edits
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
