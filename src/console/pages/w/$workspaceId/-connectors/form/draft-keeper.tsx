import { useKeepDraft } from '@/console/edits/kept-edits'
import { UnsavedGuard } from '@/console/forms/unsaved-guard'
import { useValidateChanges } from './connector-form'
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
 * Keeps the draft of a new connector in the tab, validates it, and asks before it is left. Watches
 * the form, so that the page does not render with every key.
 */
export function DraftKeeper({ workspaceId, requested, isCreated, pending }: DraftKeeperProps) {
  const draft = useValidateChanges()
  const isDirty = !isCreated && !isUntouched(draft, requested)
  const key = storageKey(workspaceId)
  useKeepDraft(key, isDirty ? draft : undefined)
  return <UnsavedGuard dirty={isDirty} pending={pending} draftKey={key} />
}
