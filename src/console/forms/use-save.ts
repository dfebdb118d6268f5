import { useCallbackRef } from '@mantine/hooks'
import { dequal } from 'dequal'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { toApiError, type ApiError } from '@/console/api/api-error'
import type { ApiResponse } from '@/console/api/client'
import { mergeEdits, type Edit } from '@/console/edits/edits'
import type { KeptEdits } from '@/console/edits/kept-edits'
import type { MemberPath } from '@/console/edits/member-path'
import { editsAfter, rebase, type Conflict } from '@/console/edits/rebase'
import { showFailure } from '@/console/layout/show-error'
import { useIsShown } from './use-is-shown'

type ValueAt<Saved> = (record: Saved, path: MemberPath) => unknown

interface SaveOptions<Saved extends { name: string }> {
  /** The record that the edits are made to. */
  base: ApiResponse<Saved>
  edits: readonly Edit[]
  /** The record as it was last read: what someone else saved meanwhile is merged from it. */
  latest?: ApiResponse<Saved> | undefined
  /** The edits that were unsaved when the page was reloaded; their conflicts are shown first. */
  kept: KeptEdits | undefined
  valueAt: ValueAt<Saved>
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
  /**
   * What someone else saved meanwhile was taken over: it touches none of the edits.
   * @param left the edits that someone else has not made too
   */
  onMerged?: ((left: readonly Edit[]) => void) | undefined
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
export function useSave<Saved extends { name: string }>(options: SaveOptions<Saved>) {
  const { base, edits, latest, kept, valueAt, read, onRebase, onError, onMerged } = options
  const [isPending, setPending] = useState(false)
  const [savedCount, setSavedCount] = useState(0)
  const [error, setError] = useState<ApiError>()
  const [conflict, setConflict] = useState<Merge<Saved> | undefined>(() =>
    kept === undefined || kept.conflicts.length === 0 ? undefined : { theirs: base, ...kept },
  )
  const isShown = useIsShown()

  /** Rebases the user's edits, and further ones, onto a newer record. */
  const mergeWith = useCallbackRef((theirs: ApiResponse<Saved>, more: readonly Edit[] = []) => {
    const mine = mergeEdits(edits, more)
    const merged = rebase(mine, (path) => valueAt(theirs.response, path))
    onRebase(theirs, [...merged.edits, ...merged.conflicts.map(({ keepMine }) => keepMine)])
    return { theirs, standing: merged.edits, conflicts: merged.conflicts }
  })
  const newer = useNewerRecord({
    base,
    edits,
    latest,
    valueAt,
    isPaused: isPending || conflict !== undefined,
    onTakeOver: (record, left) => {
      onRebase(record, left)
      // The tag stays the same where only facts about the record changed, such as its mirror state.
      if (record.etag === undefined || record.etag !== base.etag) onMerged?.(left)
    },
  })
  const sendAll = useSendAll(options, {
    mergeWith,
    onConflict: setConflict,
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
      onError?.(refusal)
      if (!isShown.current) showFailure(`Couldn’t save ${base.response.name}`, refusal)
    } finally {
      setPending(false)
    }
  }

  return {
    save,
    /** Adds edits, based on the current record. */
    stage: async (more: readonly Edit[]): Promise<void> => {
      const merge = mergeWith(await read(), more)
      if (merge.conflicts.length > 0) setConflict(merge)
    },
    isPending,
    /** How many edits earlier parts have saved if a later part failed. */
    savedCount,
    error,
    clearOutcome,
    conflict,
    /** Members that both I and someone else changed; the save would end in this conflict. */
    pendingConflicts: newer?.conflicts ?? noConflicts,
    /** Shows that conflict now. @returns whether there is one */
    showConflict: (): boolean => {
      if (newer === undefined || newer.conflicts.length === 0) return false
      setConflict(mergeWith(newer.record))
      return true
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

interface NewerRecordOptions<Saved> {
  base: ApiResponse<Saved>
  edits: readonly Edit[]
  latest: ApiResponse<Saved> | undefined
  valueAt: ValueAt<Saved>
  /** Whether nothing is merged for the moment. */
  isPaused: boolean
  /** Continues with the edits that are left on the newer record. */
  onTakeOver: (record: ApiResponse<Saved>, left: readonly Edit[]) => void
}

/**
 * Takes over what someone else saves while the user edits, unless both changed the same member.
 * Returns that newer record with the edits rebased onto it, and their conflicts.
 */
function useNewerRecord<Saved>({
  base,
  edits,
  latest,
  valueAt,
  isPaused,
  onTakeOver,
}: NewerRecordOptions<Saved>) {
  // What was read before the base was set may be older than it.
  const [start, setStart] = useState({ base, latest })
  if (start.base !== base) setStart({ base, latest })
  const isEditing = edits.length > 0 && !isPaused
  const newer = useMemo(() => {
    if (latest === undefined || latest === start.latest || !isEditing) return undefined
    if (dequal(latest.response, base.response)) return undefined
    return { record: latest, ...rebase(edits, (path) => valueAt(latest.response, path)) }
  }, [latest, start, base, edits, isEditing, valueAt])
  const takeOver = useEffectEvent(onTakeOver)
  useEffect(() => {
    if (newer !== undefined && newer.conflicts.length === 0) takeOver(newer.record, newer.edits)
  }, [newer])
  return newer
}

interface SendAllEvents<Saved> {
  mergeWith: (theirs: ApiResponse<Saved>) => Merge<Saved>
  onConflict: (merge: Merge<Saved>) => void
  /** Some of the edits are saved, others are still to be sent. */
  onPartSaved: (part: readonly Edit[]) => void
}

/**
 * Returns a function that sends edits in as many requests as they need. If someone else has saved
 * first, it merges the rest and continues, unless there is a conflict.
 * @throws ApiError if a request is refused
 */
function useSendAll<Saved extends { name: string }>(
  {
    edits,
    valueAt,
    partsOf = (all) => [[...all]],
    send,
    read,
    onRebase,
    onSaved,
  }: SaveOptions<Saved>,
  { mergeWith, onConflict, onPartSaved }: SendAllEvents<Saved>,
) {
  // These see the edits as they are when the response arrives, not as they were sent.
  const unsavedAfter = useCallbackRef((saved: ApiResponse<Saved>, sent: readonly Edit[]) =>
    editsAfter(sent, edits, (path) => valueAt(saved.response, path)),
  )
  const finish = useCallbackRef(
    (saved: ApiResponse<Saved>, last: readonly Edit[], sent: readonly Edit[]) =>
      onSaved(saved, unsavedAfter(saved, last), sent),
  )
  const finishPart = useCallbackRef((saved: ApiResponse<Saved>, sent: readonly Edit[]) => {
    onPartSaved(sent)
    onRebase(saved, unsavedAfter(saved, sent))
  })

  /** @param sent the edits that earlier requests of this save have stored */
  async function sendParts(
    record: ApiResponse<Saved>,
    toSend: readonly Edit[],
    sent: readonly Edit[],
  ): Promise<void> {
    const [part = [], ...rest] = partsOf(toSend)
    let saved: ApiResponse<Saved>
    try {
      saved = await send(record, part)
    } catch (error) {
      if (!toApiError(error).isStale) throw error
      return sendMerged(await read(), toSend, sent)
    }
    const sentNow = [...sent, ...part]
    if (rest.length === 0) return finish(saved, part, sentNow)
    finishPart(saved, part)
    await sendParts(saved, rest.flat(), sentNow)
  }

  async function sendMerged(
    theirs: ApiResponse<Saved>,
    toSend: readonly Edit[],
    sent: readonly Edit[],
  ): Promise<void> {
    const merge = mergeWith(theirs)
    const left = rebase(toSend, (path) => valueAt(theirs.response, path)).edits
    if (merge.conflicts.length > 0) onConflict(merge)
    else if (left.length === 0) finish(theirs, [], sent)
    else await sendParts(theirs, left, sent)
  }

  return (record: ApiResponse<Saved>, toSend: readonly Edit[]) => sendParts(record, toSend, [])
}
