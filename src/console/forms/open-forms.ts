import { useCallbackRef } from '@mantine/hooks'
import { useEffect } from 'react'
import type { Edit } from '@/console/edits/edits'

interface OpenForm {
  /** Adds edits, based on the current record. */
  stage: (edits: readonly Edit[]) => Promise<void>
  /** Opens the review. */
  review: () => void
}

const openForms = new Map<string, OpenForm>()

/**
 * Lets others find a form while it is shown: toasts also find one that was left and opened again
 * since.
 * @param key the storage key of its unsaved edits
 */
export function useOpenForm(key: string, form: OpenForm): void {
  const stage = useCallbackRef(form.stage)
  const review = useCallbackRef(form.review)
  useEffect(() => {
    const shown = { stage, review }
    openForms.set(key, shown)
    return () => {
      if (openForms.get(key) === shown) openForms.delete(key)
    }
  }, [key, stage, review])
}

/** Returns the form that is shown now; undefined if there is none. */
export function findOpenForm(key: string): OpenForm | undefined {
  return openForms.get(key)
}
