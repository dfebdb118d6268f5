import { createContext, useContext } from 'react'
import { useFormContext, type FieldPath, type FieldPathValue } from 'react-hook-form'
import type { Workspace } from '../../../../../contract/workspaces'
import type { Edit } from '../../../../forms/edits'
import type { MemberPath } from '../../../../forms/member-path'
import { formOf, wasAt, type SettingsForm } from './form'

interface Editing {
  workspace: Workspace
  edits: readonly Edit[]
  readOnly: boolean
}

export const EditingContext = createContext<Editing | undefined>(undefined)

/** Returns the state that sections of the settings share: form, original record and edits. */
export function useEditing() {
  const editing = useContext(EditingContext)
  if (editing === undefined)
    throw new Error('A section of the settings is rendered outside their page')
  const form = useFormContext<SettingsForm>()
  return {
    ...editing,
    form,
    original: formOf(editing.workspace),
    /** Returns the error and the change of a field, for its row. */
    stateOf: <Path extends FieldPath<SettingsForm> & MemberPath>(
      path: Path,
      original: FieldPathValue<SettingsForm, Path>,
    ) => ({
      error: form.getFieldState(path, form.formState).error?.message,
      was: wasAt(editing.workspace, editing.edits, path),
      onReset: () => form.setValue(path, original, { shouldValidate: true }),
    }),
  }
}
