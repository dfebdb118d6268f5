import { useCallbackRef } from '@mantine/hooks'
import { toApiError } from '@/console/api/api-error'
import type { ApiResponse } from '@/console/api/client'
import type { Edit } from '@/console/edits/edits'
import { editsAfter, rebase } from '@/console/edits/rebase'
import type { RecordStore, SaveEvents } from './edited-record'

interface SendAllOptions<Saved> extends Pick<SaveEvents<Saved>, 'onRebase' | 'onSaved'> {
  /** The edits as they are now, which may be others than those that are being sent. */
  edits: readonly Edit[]
  /** Moves these to a newer record. Returns whether the user is asked about conflicts first. */
  moveEditsTo: (theirs: ApiResponse<Saved>) => boolean
  /** Some of the edits are saved, others are still to be sent. */
  onPartSaved: (part: readonly Edit[]) => void
}

/**
 * Returns a function that sends edits in as many requests as they need. If someone else has saved
 * first, it merges the rest and continues, unless there is a conflict.
 * @throws ApiError if a request is refused
 */
export function useSendAll<Saved>(
  { valueAt, partsOf = (all) => [[...all]], send, read }: RecordStore<Saved>,
  { edits, moveEditsTo, onPartSaved, onRebase, onSaved }: SendAllOptions<Saved>,
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
    if (moveEditsTo(theirs)) return
    const { standing } = rebase(toSend, (path) => valueAt(theirs.response, path))
    if (standing.length === 0) finish(theirs, [], sent)
    else await sendParts(theirs, standing, sent)
  }

  return (record: ApiResponse<Saved>, toSend: readonly Edit[]) => sendParts(record, toSend, [])
}
