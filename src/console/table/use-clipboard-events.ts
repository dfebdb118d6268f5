import { useWindowEvent } from '@mantine/hooks'
import type { RefObject } from 'react'

interface ClipboardHandlers {
  onCopy?: ((event: ClipboardEvent) => void) | undefined
  onPaste?: ((event: ClipboardEvent) => void) | undefined
}

/**
 * Handles copying and pasting while an element, or something in it, has the focus. Firefox sends
 * these events not to the focused element but to the selected text, or to the body without one.
 */
export function useClipboardEvents(
  element: RefObject<HTMLElement | null>,
  { onCopy, onPaste }: ClipboardHandlers,
): void {
  const isFocused = () => element.current?.contains(document.activeElement) === true
  useWindowEvent('copy', (event) => {
    if (isFocused()) onCopy?.(event)
  })
  useWindowEvent('paste', (event) => {
    if (isFocused()) onPaste?.(event)
  })
}
