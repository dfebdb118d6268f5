// Finds what a story points at and presses, in the page as a user sees it.

import { pause } from '@/console/browser/pause'

const pressable = 'button, a[href], summary, [role="menuitem"], [role="tab"]'
const waitMilliseconds = 10_000
const pollMilliseconds = 100

function isUsable(element: HTMLElement): boolean {
  return element.getClientRects().length > 0 && !element.matches(':disabled, [data-disabled]')
}

function nameOf(element: HTMLElement): string {
  return (element.getAttribute('aria-label') ?? element.textContent).trim()
}

/** Finds a visible element by its label. */
export function labelled(label: string): HTMLElement | undefined {
  const all = document.querySelectorAll<HTMLElement>(`main [aria-label="${CSS.escape(label)}"]`)
  return [...all].find((element) => element.getClientRects().length > 0)
}

/** Finds the first row with a text in a list or table with that label. */
export function rowIn(label: string, text: string): HTMLElement | undefined {
  const rows = labelled(label)?.querySelectorAll<HTMLElement>('[role="row"], li') ?? []
  return [...rows].find((row) => row.textContent.includes(text))
}

/** Finds the open dialog. */
export function openDialog(): HTMLElement | undefined {
  return document.querySelector<HTMLElement>('[role="dialog"]') ?? undefined
}

/** Finds a button, link or menu item that can be pressed. */
export function button(name: RegExp, within: ParentNode = document): HTMLElement | undefined {
  return [...within.querySelectorAll<HTMLElement>(pressable)].find(
    (element) => isUsable(element) && name.test(nameOf(element)),
  )
}

/**
 * Waits until something is in the page.
 * @throws when it doesn't come within some seconds
 */
export async function waitFor<Found>(what: string, find: () => Found | undefined): Promise<Found> {
  const end = Date.now() + waitMilliseconds
  for (;;) {
    const found = find()
    if (found !== undefined) return found
    if (Date.now() > end) throw new Error(`This page has no ${what}`)
    await pause(pollMilliseconds)
  }
}

/** Presses a button, link or menu item as soon as it is there. @throws when it doesn't come */
export async function press(what: string, name: RegExp): Promise<void> {
  const element = await waitFor(what, () => button(name))
  element.click()
}

/** Types a text into the text area of the open dialog. @throws when it doesn't come */
export async function typeInDialog(text: string): Promise<void> {
  // It gets the focus soon after the dialog has opened.
  const area = await waitFor(
    'text area',
    () => openDialog()?.querySelector<HTMLTextAreaElement>('textarea:focus') ?? undefined,
  )
  area.setRangeText(text, 0, area.value.length, 'end')
  area.dispatchEvent(new InputEvent('input', { bubbles: true }))
}
