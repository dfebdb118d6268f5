import { useState } from 'react'
import { toApiError, type ApiError } from '@/console/api/api-error'
import type { Edit } from '@/console/edits/edits'
import { showFailure } from '@/console/layout/show-error'
import type { EditedRecord, RecordStore, SaveEvents } from './edited-record'
import { useIsShown } from './use-is-shown'
import { useMerging } from './use-merging'
import { useSendAll } from './use-send-all'

/** A save as the form that it saves shows it. */
export type Saving = ReturnType<typeof useSave>

/**
 * Saves edits of a record. If someone else has saved in the meantime, the edits are merged and sent
 * again, unless both changed the same member. Edits made during a save are kept.
 */
export function useSave<Saved extends { id: string; name: string }>(
  edited: EditedRecord<Saved>,
  store: RecordStore<Saved>,
  events: SaveEvents<Saved>,
) {
  const { base, edits } = edited
  const [isPending, setPending] = useState(false)
  const [savedCount, setSavedCount] = useState(0)
  const [error, setError] = useState<ApiError>()
  const isShown = useIsShown()
  const { moveEditsTo, ...merging } = useMerging(edited, store, { ...events, isSaving: isPending })
  const sendAll = useSendAll(store, {
    ...events,
    edits,
    moveEditsTo,
    onPartSaved: (part) => setSavedCount((count) => count + part.length),
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
      events.onError?.(refusal)
      if (!isShown.current) showFailure(`Couldn’t save ${base.response.name}`, refusal)
    } finally {
      setPending(false)
    }
  }

  /** Adds edits, based on the current record. */
  async function stage(more: readonly Edit[]): Promise<void> {
    moveEditsTo(await store.read(), more)
  }

  return {
    ...merging,
    save,
    stage,
    isPending,
    /** How many edits earlier parts have saved if a later part failed. */
    savedCount,
    error,
    clearOutcome,
  }
}
