import { notifications } from '@mantine/notifications'
import { showUndoToast } from '@/console/forms/undo-toast'
import { showError } from '@/console/layout/show-error'
import { countOf } from '@/console/ui/format/format-count'

type RestoreArchive = (batchId: string) => Promise<{ count: number }>

/** Shows a toast that apps were restored, which someone else may have done before. */
export function showRestoredToast(count: number): void {
  notifications.show({
    message: count === 0 ? 'These apps are restored already' : `${countOf(count, 'app')} restored`,
  })
}

const toastId = (batchId: string) => `archive ${batchId}`

/**
 * Undoes a bulk archive and reports the outcome, wherever the user is by then.
 * @returns whether it was undone
 */
export async function undoArchive(batchId: string, restore: RestoreArchive): Promise<boolean> {
  try {
    const { count } = await restore(batchId)
    // It says that they are archived, and may still be shown if it was undone elsewhere.
    notifications.hide(toastId(batchId))
    showRestoredToast(count)
    return true
  } catch (error) {
    showError(error)
    return false
  }
}

/** Shows a toast that apps were archived, with an undo that can be repeated until it succeeds. */
export function showArchivedToast(batchId: string, count: number, restore: RestoreArchive): void {
  async function undo() {
    if (!(await undoArchive(batchId, restore))) showArchivedToast(batchId, count, restore)
  }
  showUndoToast({
    id: toastId(batchId),
    message: `${countOf(count, 'app')} archived`,
    onUndo: () => void undo(),
    shownMilliseconds: 20_000,
  })
}
