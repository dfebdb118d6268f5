import { notifications } from '@mantine/notifications'
import { showUndoToast } from '../../../../forms/undo-toast'
import { showError } from '../../../../layout/show-error'
import { countOf } from '../../../../ui/format-count'

type RestoreArchive = (batchId: string) => Promise<{ count: number }>

/** Shows a toast that apps were restored. */
export function showRestoredToast(count: number): void {
  notifications.show({ message: `${countOf(count, 'app')} restored` })
}

/** Undoes a bulk archive and reports the outcome, wherever the user is by then. */
export async function undoArchive(batchId: string, restore: RestoreArchive): Promise<void> {
  try {
    const { count } = await restore(batchId)
    showRestoredToast(count)
  } catch (error) {
    showError(error)
  }
}

/** Shows a toast that apps were archived, with an undo. */
export function showArchivedToast(batchId: string, count: number, restore: RestoreArchive): void {
  showUndoToast({
    message: `${countOf(count, 'app')} archived`,
    onUndo: () => void undoArchive(batchId, restore),
    shownMilliseconds: 20_000,
  })
}
