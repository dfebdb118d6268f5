import { useEffect, useRef } from 'react'
import { useFormState, useWatch } from 'react-hook-form'
import { useKeepDraft } from '../../../../forms/kept-edits'
import { UnsavedGuard } from '../../../../forms/unsaved-guard'
import { useDraftForm } from './connector-form'
import { isUntouched, storageKey, type Draft } from './draft'

interface DraftKeeperProps {
  workspaceId: string
  /** The draft that the URL asks for. */
  requested: Draft
  isCreated: boolean
  /** Whether the connector is being created. */
  pending: boolean
}

/**
 * Keeps the draft in the tab, and asks before it is left. After the first attempt to review it,
 * every change validates the whole form, since its fields depend on each other. Watches the form,
 * so that the page does not render with every key.
 */
export function DraftKeeper({ workspaceId, requested, isCreated, pending }: DraftKeeperProps) {
  const { control, getValues, trigger } = useDraftForm()
  const { isSubmitted } = useFormState({ control })
  useWatch({ control })
  const draft = getValues()
  const isDirty = !isCreated && !isUntouched(draft, requested)
  const key = storageKey(workspaceId)
  useKeepDraft(key, isDirty ? draft : undefined)

  const text = JSON.stringify(draft)
  const validated = useRef('')
  useEffect(() => {
    if (!isSubmitted || validated.current === text) return
    validated.current = text
    void trigger()
  }, [text, isSubmitted, trigger])

  return <UnsavedGuard dirty={isDirty} pending={pending} draftKey={key} />
}
