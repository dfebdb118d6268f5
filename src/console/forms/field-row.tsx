import { Anchor, Text } from '@mantine/core'
import { useId, type ReactNode } from 'react'
import classes from './field-row.module.css'
import { ValueText } from './value-text'

interface FieldRowProps {
  /** The specification’s own name. It is the anchor of the row too. */
  name: string
  label: string
  description?: ReactNode
  error?: string | undefined
  /** The value before it was changed; absent while it is not. */
  was?: { value: unknown } | undefined
  onReset: () => void
  /** Wide controls go below the words. */
  wide?: boolean
  children: (control: {
    id: string
    'aria-describedby': string
    'aria-invalid': boolean
  }) => ReactNode
}

/** One field of a form: what it is, what it does, its control, what it was, and what is wrong with it. */
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
  return (
    <div className={classes['row']} id={name} data-changed={was !== undefined} data-wide={wide}>
      <div className={classes['words']}>
        <Text component="label" htmlFor={id} fz="sm" fw={550} mr={6}>
          {label}
        </Text>
        <Text span fz="xs" c="dimmed" className={`mono ${classes['name'] ?? ''}`}>
          {name}
        </Text>
        <Text id={`${id}-description`} fz="xs" c="dimmed">
          {description}
        </Text>
      </div>
      <div className={classes['control']}>
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
          <Text component="div" fz="xs" c="var(--sb-overridden)" mt={2}>
            Was: <ValueText value={was.value} />
            {' · '}
            <Anchor
              component="button"
              type="button"
              fz="xs"
              onClick={onReset}
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
