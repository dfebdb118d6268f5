import { useCallbackRef } from '@mantine/hooks'
import { useRouter } from '@tanstack/react-router'
import { randomId } from '@/console/browser/web-crypto'
import type { Edit } from '@/console/edits/edits'
import { showFailure } from '@/console/layout/show-error'
import { keepDraft } from '@/console/session/kept-drafts'
import { findOpenForm } from './open-forms'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Identifies the undo of a save that leads to the page. */
    undo?: string
  }
}

/**
 * Returns a function that opens the review of an undo on its page, which may be another one, or the
 * one that is shown.
 * @param draftKey the storage key of the page's unsaved edits
 */
export function useReviewOn(draftKey: string) {
  const router = useRouter()
  return useCallbackRef(async (page: string, edits: readonly Edit[]): Promise<void> => {
    const form = findOpenForm(draftKey)
    if (form === undefined) {
      const undo = randomId()
      // The user may decide to stay on a page with unsaved changes: then nothing is kept.
      const stop = router.history.subscribe(({ location }) => {
        stop()
        if (location.state.undo === undo) keepDraft(draftKey, { edits })
      })
      router.history.push(page, { undo })
    } else
      try {
        await form.stage(edits)
        form.review()
      } catch (error) {
        showFailure('Couldn’t undo the save', error)
      }
  })
}
