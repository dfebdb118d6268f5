import { createContext, useContext } from 'react'
import { useFormContext } from 'react-hook-form'
import type { Workspace } from '../../../../../contract/workspaces'
import type { Edit } from '../../../../forms/edits'
import type { SettingsForm } from './form'

interface Editing {
  workspace: Workspace
  /** The form without the edits. */
  original: SettingsForm
  edits: readonly Edit[]
  readOnly: boolean
}

export const EditingContext = createContext<Editing | undefined>(undefined)

/** Returns the state that sections of the settings share: form, original record and edits. */
export function useEditing() {
  const editing = useContext(EditingContext)
  if (editing === undefined)
    throw new Error('A section of the settings is rendered outside their page')
  return { ...editing, form: useFormContext<SettingsForm>() }
}
