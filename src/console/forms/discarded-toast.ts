import { notifications } from '@mantine/notifications'
import type { Edit } from '@/console/edits/edits'
import { showFailure } from '@/console/layout/show-error'
import { countOf } from '@/console/ui/format/format-count'
import { findOpenForm } from './open-forms'
import { showUndoToast } from './undo-toast'

/**
 * Shows a toast that restores discarded edits.
 * @param draftKey the storage key of unsaved edits of the form
 */
export function showDiscardedToast(draftKey: string, edits: readonly Edit[]): void {
  showUndoToast({
    message: `Discarded ${countOf(edits.length, 'change')}`,
    onUndo: () => {
      const form = findOpenForm(draftKey)
      if (form === undefined)
        notifications.show({ message: 'Open the page again to make these changes', color: 'gray' })
      else
        form.stage(edits).catch((error: unknown) => {
          showFailure('Couldn’t restore the changes', error)
          showDiscardedToast(draftKey, edits)
        })
    },
  })
}
