import { useCallbackRef } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { useRouter } from '@tanstack/react-router'
import { toApiError } from '../api/api-error'
import { showFailure } from '../layout/show-error'
import type { WorkspaceResponse } from '../api/workspaces'
import { keepDraft } from '../session/kept-drafts'
import { countOf } from '../ui/format-count'
import { randomId } from '../ui/web-crypto'
import { signInPaths, type Edit } from './edits'
import { editsToUndo } from './revert'
import { findOpenForm } from './open-forms'
import { groupByOperation } from './update-request'
import type { SendEdits } from './use-send-edits'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Identifies the undo of a save that leads to the page. */
    undo?: string
  }
}

interface UndoOptions {
  draftKey: string
  send: SendEdits
}

/**
 * Returns a function that undoes a save at once, or through the review of the page if that isn't
 * safe: for changes of who can sign in, and if someone else has saved since.
 */
export function useUndoSave({ draftKey, send }: UndoOptions) {
  const router = useRouter()

  /** Opens the review on the page of the save, which the user may have left. */
  async function reviewOn(page: string, edits: readonly Edit[]): Promise<void> {
    const form = findOpenForm(draftKey)
    if (form === undefined) {
      const undo = randomId()
      // The user may decide to stay on a page with unsaved changes: then nothing is kept.
      const stop = router.history.subscribe(({ location }) => {
        stop()
        if (location.state.undo === undo) keepDraft(draftKey, { edits })
      })
      router.history.push(page, { undo })
    } else {
      await form.stage(edits)
      form.review()
    }
  }

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
