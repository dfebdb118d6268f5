import { Anchor, Text } from '@mantine/core'
import { useId, useRef, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import classes from './field-row.module.css'
import { ValueText } from './value-text'

interface FieldRowProps {
  /** The name in the specification, also the anchor of the row. */
  name: string
  label: string
  description?: ReactNode
  error?: string | undefined
  /** The value before the change; absent if it is unchanged. */
  was?: { value: unknown } | undefined
  onReset: () => void
  /** Whether the control goes below the text. */
  wide?: boolean
  children: (control: {
    id: string
    'aria-describedby': string
    'aria-invalid': boolean
  }) => ReactNode
}

/** One field of a form: label, description, control, previous value and error. */
export function FieldRow({
  name,
  label,
  description,
  error,
  was,
  onReset,
  wide = false,
  children,
}: FieldRowProps) {
  const id = useId()
  const control = useRef<HTMLDivElement>(null)

  /** The link that undoes the change disappears with it, and so can a part of the control. */
  function reset() {
    flushSync(onReset)
    const input = 'input, textarea, [contenteditable="true"], button'
    control.current?.querySelector<HTMLElement>(input)?.focus()
  }

  return (
    <div className={classes['row']} id={name} data-changed={was !== undefined} data-wide={wide}>
      <div className={classes['words']}>
        <Text component="label" htmlFor={id} fz="sm" fw={550}>
          {label}
        </Text>
        <Text component="div" fz="xs" c="dimmed">
          <span id={`${id}-description`}>{description}</span>{' '}
          <span className={`mono ${classes['name'] ?? ''}`}>{name}</span>
        </Text>
      </div>
      <div className={classes['control']} ref={control}>
        {children({
          id,
          'aria-describedby': `${id}-description ${id}-error`,
          'aria-invalid': error !== undefined,
        })}
        <div id={`${id}-error`} aria-live="polite">
          {error !== undefined && (
            <Text fz="xs" c="var(--mantine-color-error)" mt={2}>
              {error}
            </Text>
          )}
        </div>
        {was !== undefined && (
          <Text component="div" fz="xs" c="var(--sb-caution-text)" mt={2}>
            Was: <ValueText value={was.value} />
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
