import type { ComponentProps } from 'react'
import { useFormState, useWatch, type FieldPath, type FieldPathValue } from 'react-hook-form'
import { FieldRow } from '../../../../forms/field-row'
import { labelOf, memberName, type MemberPath } from '../../../../forms/member-path'
import { useEditing } from './editing'
import { editOfField, type SettingsForm } from './form'

interface SettingRowProps<Path extends FieldPath<SettingsForm> & MemberPath> extends Pick<
  ComponentProps<typeof FieldRow>,
  'description' | 'wide' | 'children'
> {
  path: Path
  /** The value that the change is undone to. */
  original: FieldPathValue<SettingsForm, Path>
}

/** The row of a setting, with its error and its change. */
export function SettingRow<Path extends FieldPath<SettingsForm> & MemberPath>({
  path,
  original,
  ...row
}: SettingRowProps<Path>) {
  const { form, workspace } = useEditing()
  const { control } = form
  const [edit] = editOfField(workspace, path, useWatch({ control, name: path }))
  const state = useFormState({ control, name: path })
  return (
    <FieldRow
      {...row}
      name={memberName(path)}
      label={labelOf(path)}
      error={form.getFieldState(path, state).error?.message}
      was={edit && { value: edit.before }}
      onReset={() => form.setValue(path, original, { shouldValidate: true })}
    />
  )
}
