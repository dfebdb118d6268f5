import { useWatch, type UseFormReturn } from 'react-hook-form'
import type { ApiError } from '@/console/api/api-error'
import type { WorkspaceResponse } from '@/console/api/workspaces'
import type { Edit } from '@/console/edits/edits'
import { useFollowLatest, type WorkspaceEditing } from '@/console/edits/use-workspace-editing'
import { SaveBar } from '@/console/forms/save-bar'
import { editsOf, formFieldAt, type SettingsForm } from './form'

interface SettingsSaveBarProps {
  form: UseFormReturn<SettingsForm>
  editing: WorkspaceEditing
  /** Called before all fields are validated. */
  onValidate: () => void
  /** Continues with these edits, or none, on a newer record. */
  onRebase: (record: WorkspaceResponse, edits?: readonly Edit[]) => void
}

/** Saves the settings. Watches the form, so that the page does not render with every key. */
export function SettingsSaveBar({ form, editing, onValidate, onRebase }: SettingsSaveBarProps) {
  const { base } = editing
  const { control, getValues, setError, trigger } = form
  useWatch({ control })
  const values = getValues()
  const edits = editsOf(base.response, values)
  useFollowLatest(editing, edits.length > 0, onRebase)

  function showOnFields(error: ApiError) {
    for (const { path, message } of error.facts.issues ?? []) {
      const field = formFieldAt(path)
      if (field !== undefined) setError(field, { message })
    }
  }

  return (
    <SaveBar
      editing={editing}
      edits={edits}
      beforeReview={() => {
        onValidate()
        return trigger(undefined, { shouldFocus: true })
      }}
      onError={showOnFields}
      typed={values.userFieldsSchema}
      onRebase={onRebase}
      onDiscard={() => onRebase(base)}
    />
  )
}
