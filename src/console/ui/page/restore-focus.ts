import { useEffect } from 'react'

/** Dialogs set and restore the focus themselves if they can; this waits for them. */
const maxWaitMilliseconds = 60

/** Elements above the page. They return the focus to where it was before it went into them. */
const layers = '[role="dialog"], [role="menu"], .mantine-Notifications-notification'
const dialogs = '[role="dialog"][aria-modal="true"]'
/** What stays usable beside a dialog. */
const docked = '[data-docked]'

/** An element and its ancestors, innermost first; remembered after the element is removed. */
export type FocusPath = readonly HTMLElement[]

/** Whether an element is on the page: neither removed nor hidden, as a part of the page can be. */
function isShown(element: HTMLElement): boolean {
  return element.getClientRects().length > 0
}

function isUsable(element: HTMLElement): boolean {
  return isShown(element) && !element.matches(':disabled')
}

/** Returns the element that got the focus, and its ancestors. */
export function focusPathOf(event: FocusEvent): FocusPath {
  return event
    .composedPath()
    .filter((one) => one instanceof HTMLElement)
    .filter((one) => one !== document.body && one !== document.documentElement)
}

/** Returns the element, or its nearest ancestor that can take the focus. */
export function nearestFocusable(path: FocusPath): HTMLElement | undefined {
  const [element] = path
  if (element !== undefined && isUsable(element)) return element
  return path.find((one) => one.hasAttribute('tabindex') && isShown(one))
}

/** Returns the table next to a control above or below it, such as the actions of a selection. */
function tableNextTo(path: FocusPath): HTMLElement | undefined {
  const page = path.find((one) => one.isConnected)
  return page?.querySelector<HTMLElement>('[role="grid"][tabindex]') ?? undefined
}

const layersOf = (path: FocusPath) => path.filter((element) => element.matches(layers))

/**
 * Keeps the keyboard focus near the user's place. A dialog that opens gets the focus even if its
 * controls are disabled at first. When the focused element disappears, with its row, its dialog or
 * a part of the page that is hidden, the focus goes to the nearest ancestor left, else to where the
 * dialog was opened from, else to the page.
 */
export function useRestoreFocus(): void {
  useEffect(() => {
    const restorer = new FocusRestorer()
    restorer.start()
    return () => restorer.stop()
  }, [])
}

class FocusRestorer {
  /** Where the focus was last. */
  #last: FocusPath = []
  /** Where the focus was before it went into each layer. */
  readonly #openers = new WeakMap<HTMLElement, FocusPath>()
  /** A dialog that was added since the focus was last checked. */
  #added: HTMLElement | undefined
  /** An element that was disabled while it had the focus, since that was last checked. */
  #disabled: HTMLElement | undefined
  /** A dialog that has the focus only until its autofocus element can take it. */
  #holding: HTMLElement | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  readonly #observer = new MutationObserver((records) => this.#observe(records))

  start(): void {
    document.addEventListener('focusin', this.#remember)
    this.#observer.observe(document.body, {
      attributeFilter: ['disabled', 'data-autofocus'],
      childList: true,
      subtree: true,
    })
  }

  stop(): void {
    document.removeEventListener('focusin', this.#remember)
    this.#observer.disconnect()
    clearTimeout(this.#timer)
  }

  readonly #remember = (event: FocusEvent): void => {
    const path = focusPathOf(event)
    for (const layer of layersOf(path))
      if (!this.#last.includes(layer) && !this.#openers.has(layer))
        this.#openers.set(layer, this.#last)
    this.#last = path
  }

  #observe(records: readonly MutationRecord[]): void {
    for (const { addedNodes } of records)
      for (const node of addedNodes)
        if (node instanceof HTMLElement)
          this.#added =
            (node.matches(dialogs) ? node : node.querySelector<HTMLElement>(dialogs)) ?? this.#added
    const [last] = this.#last
    if (last?.matches(':disabled') === true) this.#disabled = last
    this.#timer ??= setTimeout(() => this.#restore(), maxWaitMilliseconds)
  }

  #restore(): void {
    this.#timer = undefined
    const active = document.activeElement
    const [last] = this.#last
    const isLost = active === document.body
    const isBeside = active?.closest(docked) != null
    const isOutside = this.#added?.contains(active) === false && !isBeside
    if (this.#added?.isConnected === true && isOutside) this.#focus(this.#added)
    else if (this.#holding !== undefined && this.#holding === active) this.#focus(this.#holding)
    else if (isLost && last !== undefined && !isShown(last))
      this.#focus(this.#fallbackFor(this.#last) ?? document.getElementById('content'))
    // Outside dialogs, an element that is disabled for a moment keeps its place in the tab order.
    else if ((isLost || active === last) && last !== undefined && last === this.#disabled) {
      const dialog = this.#last.find((one) => one.matches(dialogs))
      if (dialog !== undefined) this.#focus(isUsable(last) ? last : dialog)
    }
    this.#added = undefined
    this.#disabled = undefined
  }

  /** Returns what takes the focus after the element at the path disappeared. */
  #fallbackFor(path: FocusPath): HTMLElement | undefined {
    for (const layer of layersOf(path)) {
      const opener = this.#openers.get(layer)
      if (layer.isConnected || opener === undefined) continue
      const isGone = opener[0]?.isConnected === false
      return (isGone ? tableNextTo(opener) : undefined) ?? this.#fallbackFor(opener)
    }
    return nearestFocusable(path)
  }

  /** Focuses an element, or the autofocus element of a dialog if it can take the focus. */
  #focus(element: HTMLElement | null | undefined): void {
    const autofocus = element?.matches(dialogs)
      ? element.querySelector<HTMLElement>('[data-autofocus]')
      : null
    const target = autofocus !== null && isUsable(autofocus) ? autofocus : element
    if (target !== document.activeElement) target?.focus({ preventScroll: true })
    this.#holding = element?.matches(dialogs) === true && target === element ? element : undefined
  }
}
