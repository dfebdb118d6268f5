/**
 * Announces an open list in its combobox, which has the focus. Mantine itself does so only when it
 * renders the combobox again after the list: until then, assistive technology found that nothing
 * had opened.
 * @returns what undoes it when the list closes
 */
export function announceList(list: HTMLElement | null): (() => void) | undefined {
  const combobox = document.activeElement
  if (list === null || combobox?.role !== 'combobox') return undefined
  combobox.ariaExpanded = 'true'
  combobox.setAttribute('aria-controls', list.id)
  return () => {
    combobox.ariaExpanded = 'false'
    combobox.removeAttribute('aria-controls')
  }
}
