import { notifications } from '@mantine/notifications'
import { countOf } from '../ui/format-count'
import type { Edit } from './edits'
import { showUndoToast } from './undo-toast'
import { useIsShown } from './use-is-shown'

/** Returns a function that discards the edits, with a toast that restores them. */
export function useDiscard(
  edits: readonly Edit[],
  restore: (edits: readonly Edit[]) => Promise<void>,
  onDiscard: () => void,
): () => void {
  const isShown = useIsShown()
  return () => {
    onDiscard()
    if (edits.length === 0) return
    showUndoToast({
      message: `Discarded ${countOf(edits.length, 'change')}`,
      onUndo: () => {
        if (isShown.current) void restore(edits)
        else
          notifications.show({
            message: 'Open the page again to make these changes',
            color: 'gray',
          })
      },
    })
  }
}
