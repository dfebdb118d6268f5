import type { ComponentProps } from 'react'
import type { FieldPath, FieldPathValue } from 'react-hook-form'
import { FieldRow } from '../../../../forms/field-row'
import { labelOf, memberName, type MemberPath } from '../../../../forms/member-path'
import { useEditing } from './editing'
import { valueBefore, type SettingsForm } from './form'

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
  const { form, workspace, edits } = useEditing()
  return (
    <FieldRow
      {...row}
      name={memberName(path)}
      label={labelOf(path)}
      error={form.getFieldState(path, form.formState).error?.message}
      was={valueBefore(workspace, edits, path)}
      onReset={() => form.setValue(path, original, { shouldValidate: true })}
    />
  )
}
