import { useEffect, useRef } from 'react'
import { useFormState, useWatch } from 'react-hook-form'
import { useKeepDraft } from '../../../../forms/kept-edits'
import { UnsavedGuard } from '../../../../forms/unsaved-guard'
import { useDraftForm } from './connector-form'
import type { Draft } from './draft'

interface DraftKeeperProps {
  /** The storage key of the draft. */
  draftKey: string
  /** Whether the user would lose something with the draft. */
  isDirty: (draft: Draft) => boolean
  /** Returns what is kept in place of the draft alone. */
  toKeep?: (draft: Draft) => unknown
  /** Whether the connector is being saved. */
  pending: boolean
}

/**
 * Keeps the draft in the tab, and asks before it is left. After the first attempt to review it,
 * every change validates the whole form, since its fields depend on each other. Watches the form,
 * so that the page does not render with every key.
 */
export function DraftKeeper({ draftKey, isDirty, toKeep, pending }: DraftKeeperProps) {
  const { control, getValues, trigger } = useDraftForm()
  const { isSubmitted } = useFormState({ control })
  useWatch({ control })
  const draft = getValues()
  const dirty = isDirty(draft)
  useKeepDraft(draftKey, dirty ? (toKeep?.(draft) ?? draft) : undefined)

  const text = JSON.stringify(draft)
  const validated = useRef('')
  useEffect(() => {
    if (!isSubmitted || validated.current === text) return
    validated.current = text
    void trigger()
  }, [text, isSubmitted, trigger])

  return <UnsavedGuard dirty={dirty} pending={pending} draftKey={draftKey} />
}
