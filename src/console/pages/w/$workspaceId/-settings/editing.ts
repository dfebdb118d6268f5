import { createContext, useContext } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { Workspace } from '@/contract/workspaces'
import type { SettingsForm } from './form'

interface Editing {
  form: UseFormReturn<SettingsForm>
  workspace: Workspace
  /** The form without the edits. */
  original: SettingsForm
  readOnly: boolean
}

export const EditingContext = createContext<Editing | undefined>(undefined)

/**
 * Returns what the sections of the settings share. It does not change while the user types: a
 * section subscribes to the values and errors that it shows.
 */
export function useEditing(): Editing {
  const editing = useContext(EditingContext)
  if (editing === undefined)
    throw new Error('A section of the settings is rendered outside their page')
  return editing
}
