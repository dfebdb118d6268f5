import { notifications } from '@mantine/notifications'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { showUndoToast } from '@/console/forms/undo-toast'
import { useIsShown } from '@/console/forms/use-is-shown'
import { keepDraft } from '@/console/session/kept-drafts'
import type { ConnectorForm } from './connector-form'
import { isUntouched, storageKey, type Draft } from './draft'

const undoToastId = 'earlier connector draft'

/**
 * Returns a function that replaces the draft of a new connector, with a notification that offers to
 * undo it, also from another page.
 * @param requested the draft that the page begins with
 */
export function useReplaceDraft(workspaceId: string, form: ConnectorForm, requested: Draft) {
  const navigate = useNavigate()
  const isShown = useIsShown()
  // It would replace the draft of the form that was left.
  useEffect(() => void notifications.hide(undoToastId), [])

  async function restore(earlier: Draft) {
    if (isShown.current) return form.reset(earlier)
    keepDraft(storageKey(workspaceId), earlier)
    await navigate({ to: '/w/$workspaceId/connectors/new', params: { workspaceId } })
  }

  return (next: Draft, message: string) => {
    const draft = form.getValues()
    form.reset(next)
    if (!isUntouched(draft, requested))
      showUndoToast({ id: undoToastId, message, onUndo: () => void restore(draft) })
  }
}
