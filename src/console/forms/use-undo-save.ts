import { useCallbackRef } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { toApiError } from '@/console/api/api-error'
import type { WorkspaceResponse } from '@/console/api/workspaces'
import { signInPaths, type Edit } from '@/console/edits/edits'
import { groupByOperation } from '@/console/edits/update-request'
import { showFailure } from '@/console/layout/show-error'
import { countOf } from '@/console/ui/format/format-count'
import { editsToUndo } from './revert'
import { useReviewOn } from './use-review-on'
import type { SendEdits } from './use-send-edits'

interface UndoOptions {
  draftKey: string
  send: SendEdits
}

/**
 * Returns a function that undoes a save at once, or through the review of the page if that isn't
 * safe: for changes of who can sign in, and if someone else has saved since.
 */
export function useUndoSave({ draftKey, send }: UndoOptions) {
  const reviewOn = useReviewOn(draftKey)
  return useCallbackRef(
    async (saved: WorkspaceResponse, sent: readonly Edit[], page: string): Promise<void> => {
      const edits = editsToUndo(saved.response, sent)
      try {
        if (edits.some(({ path }) => signInPaths.includes(path))) return await reviewOn(page, edits)
        let record = saved
        for (const part of groupByOperation(edits)) record = await send(record, part)
        const message = `Undone: ${countOf(edits.length, 'change')}`
        notifications.show({ message, autoClose: 3000 })
      } catch (error) {
        if (toApiError(error).isStale) return reviewOn(page, edits)
        showFailure('Couldn’t undo the save', error)
      }
    },
  )
}
