import { useEffect } from 'react'

/** Dialogs set and restore the focus themselves if they can; this waits for them. */
const maxWaitMilliseconds = 60

/** Elements that open above the page, and return the focus to where they were opened from. */
const layers = '[role="dialog"], [role="menu"]'
const dialogs = '[role="dialog"][aria-modal="true"]'

/** An element and its ancestors, innermost first; remembered after the element is removed. */
type FocusPath = readonly HTMLElement[]

function isUsable(element: HTMLElement): boolean {
  return element.isConnected && !element.matches(':disabled')
}

/** Returns the element, or its nearest ancestor that can take the focus. */
function nearestFocusable(path: FocusPath): HTMLElement | undefined {
  const [element] = path
  if (element !== undefined && isUsable(element)) return element
  return path.find((one) => one.isConnected && one.hasAttribute('tabindex'))
}

/** Returns the table next to a control above or below it, such as the actions of a selection. */
function tableNextTo(path: FocusPath): HTMLElement | undefined {
  const page = path.find((one) => one.isConnected)
  return page?.querySelector<HTMLElement>('[role="grid"][tabindex]') ?? undefined
}

/**
 * Keeps the keyboard focus near the user's place. A dialog that opens gets the focus even if its
 * controls are disabled at first. When the focused element disappears, with its row or its dialog,
 * the focus goes to the nearest ancestor left, else to where the dialog was opened from, else to
 * the page.
 */
export function useRestoreFocus(): void {
  useEffect(() => {
    let last: FocusPath = []
    let opened: HTMLElement | undefined
    /** A dialog that has the focus only until its autofocus element can take it. */
    let holding: HTMLElement | undefined
    let waiting: ReturnType<typeof setTimeout> | undefined
    /** The focus before it went into each layer. */
    const openers = new WeakMap<HTMLElement, FocusPath>()
    const layersOf = (path: FocusPath) => path.filter((element) => element.matches(layers))

    const remember = (event: FocusEvent) => {
      const path = event
        .composedPath()
        .filter((one) => one instanceof HTMLElement)
        .filter((one) => one !== document.body && one !== document.documentElement)
      for (const layer of layersOf(path))
        if (!last.includes(layer) && !openers.has(layer)) openers.set(layer, last)
      last = path
    }

    function fallbackFor(path: FocusPath): HTMLElement | undefined {
      for (const layer of layersOf(path)) {
        const opener = openers.get(layer)
        if (layer.isConnected || opener === undefined) continue
        const isGone = opener[0]?.isConnected === false
        return (isGone ? tableNextTo(opener) : undefined) ?? fallbackFor(opener)
      }
      return nearestFocusable(path)
    }

    function focus(element: HTMLElement | null | undefined): void {
      const autofocus = element?.matches(dialogs)
        ? element.querySelector<HTMLElement>('[data-autofocus]')
        : null
      const target = autofocus !== null && isUsable(autofocus) ? autofocus : element
      if (target !== document.activeElement) target?.focus({ preventScroll: true })
      holding = element?.matches(dialogs) === true && target === element ? element : undefined
    }

    const restore = () => {
      waiting = undefined
      const active = document.activeElement
      const isLost = active === document.body || active === last[0]
      if (opened?.isConnected === true && !opened.contains(active)) focus(opened)
      else if (holding !== undefined && holding === active) focus(holding)
      else if (isLost && last[0]?.isConnected === false)
        focus(fallbackFor(last) ?? document.getElementById('content'))
      // Outside dialogs, an element that is disabled for a moment keeps its place in the tab order.
      else if (isLost && last[0]?.matches(':disabled') === true)
        focus(last.find((one) => one.matches(dialogs)))
      opened = undefined
    }

    const observer = new MutationObserver((records) => {
      for (const { addedNodes } of records)
        for (const node of addedNodes)
          if (node instanceof HTMLElement)
            opened =
              (node.matches(dialogs) ? node : node.querySelector<HTMLElement>(dialogs)) ?? opened
      waiting ??= setTimeout(restore, maxWaitMilliseconds)
    })
    document.addEventListener('focusin', remember)
    observer.observe(document.body, {
      attributeFilter: ['disabled', 'data-autofocus'],
      childList: true,
      subtree: true,
    })
    return () => {
      document.removeEventListener('focusin', remember)
      observer.disconnect()
      clearTimeout(waiting)
    }
  }, [])
}
