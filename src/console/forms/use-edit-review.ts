import { useState } from 'react'
import type { KeptEdits } from '@/console/edits/kept-edits'
import { useChangeReason, type ChangeReason } from './change-reason'
import { useFocusReturn } from './use-focus-return'

/** The review of unsaved edits. */
export interface EditReview {
  isOpen: boolean
  /** Why the user makes the edits. */
  reason: ChangeReason
  open: () => void
  close: () => void
  /** Closes the review of edits that are saved or discarded, and returns the focus to the page. */
  end: () => void
}

/** Keeps whether the review of a form's edits is open. @param kept what a reload has restored */
export function useEditReview(kept: KeptEdits | undefined): EditReview {
  const [isOpen, setOpen] = useState(false)
  const reason = useChangeReason(kept?.reason)
  const returnFocus = useFocusReturn()
  return {
    isOpen,
    reason,
    open: () => setOpen(true),
    close: () => setOpen(false),
    end() {
      setOpen(false)
      reason.clear()
      returnFocus()
    },
  }
}
