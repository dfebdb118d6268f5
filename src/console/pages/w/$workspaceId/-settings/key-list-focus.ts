/** Focuses the button that adds a key, or the field that it was replaced with. */
export function focusAdding(list: HTMLElement | null): void {
  list?.querySelector<HTMLElement>(':scope > button, textarea')?.focus()
}

/**
 * After a key was removed, focuses the one that took its place, else the last one, else what adds
 * one.
 */
export function focusAfterRemoval(list: HTMLElement | null, index: number): void {
  const cards = list?.querySelectorAll<HTMLElement>('section') ?? []
  const next = cards[Math.min(index, cards.length - 1)]
  if (next === undefined) focusAdding(list)
  else next.focus()
}
