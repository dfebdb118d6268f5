import { Textarea, type TextareaProps } from '@mantine/core'
import type { CSSProperties } from 'react'

interface GrowingTextareaProps extends Omit<TextareaProps, 'autosize' | 'classNames' | 'styles'> {
  minRows: number
  maxRows?: number
  /** Whether it is for prose instead of code. */
  isProse?: boolean
}

/** Whether the browser fits a text area to its text by itself. */
const fitsItself = CSS.supports('field-sizing', 'content')

/** The height of a text area with this many lines: its padding and its border are part of it. */
function heightOf(rows: number): string {
  return `calc(${rows}lh + 2 * var(--input-padding-y) + 2px)`
}

/**
 * A text area that grows with its text. The component library measures the text by script after
 * every render, which took a fifth of the longest task of the settings page.
 */
export function GrowingTextarea({
  minRows,
  maxRows,
  isProse = false,
  ...props
}: GrowingTextareaProps) {
  const input: CSSProperties = {
    fieldSizing: 'content',
    // Only the height follows the text: a long word would widen what the text area is in.
    contain: 'inline-size',
    minHeight: heightOf(minRows),
    maxHeight: maxRows === undefined ? undefined : heightOf(maxRows),
  }
  const rows = maxRows === undefined ? { minRows } : { minRows, maxRows }
  return (
    <Textarea
      classNames={isProse ? {} : { input: 'mono' }}
      {...(fitsItself ? { styles: { input } } : { autosize: true, ...rows })}
      {...props}
    />
  )
}
