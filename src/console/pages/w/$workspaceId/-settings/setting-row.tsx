import { Anchor, Text } from '@mantine/core'
import { useId, useRef, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { get, useFormState, useWatch, type FieldPath, type FieldPathValue } from 'react-hook-form'
import { labelOf, memberName, type MemberPath } from '@/console/edits/member-path'
import { ValueText } from '@/console/edits/value-text'
import { useEditing } from './editing'
import { editOfField, type SettingsForm } from './form'
import classes from './setting-row.module.css'

interface SettingRowProps<Path extends FieldPath<SettingsForm> & MemberPath> {
  path: Path
  description: string
  /** Whether the control goes below the text. */
  wide?: boolean
  /** Whether the control consists of several, so that no `label` can name it. */
  isGroup?: boolean
  children: (control: {
    id: string
    'aria-describedby': string
    'aria-invalid': boolean
  }) => ReactNode
}

/**
 * The row of a setting: label, description, control, its error and its value before the change. The
 * name in the specification is also the anchor of the row.
 */
export function SettingRow<Path extends FieldPath<SettingsForm> & MemberPath>({
  path,
  description,
  wide = false,
  isGroup = false,
  children,
}: SettingRowProps<Path>) {
  const { form, workspace, original } = useEditing()
  const { control } = form
  const [edit] = editOfField(workspace, path, useWatch({ control, name: path }))
  const state = useFormState({ control, name: path })
  const error = form.getFieldState(path, state).error?.message
  const id = useId()
  const place = useRef<HTMLDivElement>(null)
  const [name, label] = [memberName(path), labelOf(path)]
  const describedBy = `${id}-description ${id}-error`
  const group = { role: 'group', 'aria-labelledby': `${id}-label`, 'aria-describedby': describedBy }

  /** The link that undoes the change disappears with it, and so can a part of the control. */
  function reset() {
    const value: FieldPathValue<SettingsForm, Path> = get(original, path)
    flushSync(() => form.setValue(path, value, { shouldValidate: true }))
    const input = 'input, textarea, [contenteditable="true"], button'
    place.current?.querySelector<HTMLElement>(input)?.focus()
  }

  return (
    <div className={classes['row']} id={name} data-changed={edit !== undefined} data-wide={wide}>
      <div className={classes['words']}>
        <Text
          component={isGroup ? 'span' : 'label'}
          id={`${id}-label`}
          htmlFor={isGroup ? undefined : id}
          fz="sm"
          fw={550}
        >
          {label}
        </Text>
        <Text component="div" fz="xs" c="dimmed">
          <span id={`${id}-description`}>{description}</span>{' '}
          <span className={`mono ${classes['name'] ?? ''}`}>{name}</span>
        </Text>
      </div>
      <div className={classes['control']} ref={place} {...(isGroup && group)}>
        {children({
          id,
          'aria-describedby': describedBy,
          'aria-invalid': error !== undefined,
        })}
        <div id={`${id}-error`} aria-live="polite">
          {error !== undefined && (
            <Text fz="xs" c="var(--mantine-color-error)" mt={2}>
              {error}
            </Text>
          )}
        </div>
        {edit !== undefined && (
          <Text component="div" fz="xs" c="var(--sb-caution-text)" mt={2}>
            Was: <ValueText value={edit.before} />
            {' · '}
            <Anchor
              component="button"
              type="button"
              fz="xs"
              onClick={reset}
              aria-label={`Undo the change of ${label}`}
            >
              Undo
            </Anchor>
          </Text>
        )}
      </div>
    </div>
  )
}
