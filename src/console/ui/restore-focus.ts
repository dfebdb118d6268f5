import { useEffect } from 'react'

/** Dialogs take and return the focus by themselves where they can: they are waited for. */
const maxWaitMilliseconds = 60

/** What opens above the page, and is left for where it was opened from. */
const layers = '[role="dialog"], [role="menu"]'
const dialogs = '[role="dialog"][aria-modal="true"]'

/** An element with what it stood in, from the inside out: still known when it is gone. */
type Place = readonly HTMLElement[]

function isUsable(element: HTMLElement): boolean {
  return element.isConnected && !element.matches(':disabled')
}

/** What of a place can take the focus: itself, or the nearest that it stood in. */
function nearestIn(place: Place): HTMLElement | undefined {
  const [element] = place
  if (element !== undefined && isUsable(element)) return element
  return place.find((one) => one.isConnected && one.hasAttribute('tabindex'))
}

/** The table beside a control that was above or below it, as the levers of a selection are. */
function tableAt(place: Place): HTMLElement | undefined {
  const page = place.find((one) => one.isConnected)
  return page?.querySelector<HTMLElement>('[role="grid"][tabindex]') ?? undefined
}

/**
 * Keeps the keyboard where the person is. A dialog that opens gets the focus, whatever of it is
 * disabled at first. When what had the focus goes away, with its row or its dialog, the nearest
 * that is left gets it: around it, then where its dialog was opened from, and else the page.
 */
export function useRestoreFocus(): void {
  useEffect(() => {
    let last: Place = []
    let opened: HTMLElement | undefined
    /** A dialog that has the focus only until what asks for it in there can take it. */
    let holding: HTMLElement | undefined
    let waiting: ReturnType<typeof setTimeout> | undefined
    /** Where the focus was before it went into each layer. */
    const openers = new WeakMap<HTMLElement, Place>()
    const layersOf = (place: Place) => place.filter((element) => element.matches(layers))

    const remember = (event: FocusEvent) => {
      const place = event
        .composedPath()
        .filter((one) => one instanceof HTMLElement)
        .filter((one) => one !== document.body && one !== document.documentElement)
      for (const layer of layersOf(place))
        if (!last.includes(layer) && !openers.has(layer)) openers.set(layer, last)
      last = place
    }

    function refuge(place: Place): HTMLElement | undefined {
      for (const layer of layersOf(place)) {
        const opener = openers.get(layer)
        if (layer.isConnected || opener === undefined) continue
        const isGone = opener[0]?.isConnected === false
        return (isGone ? tableAt(opener) : undefined) ?? refuge(opener)
      }
      return nearestIn(place)
    }

    function focus(element: HTMLElement | null | undefined): void {
      const wanting = element?.matches(dialogs)
        ? element.querySelector<HTMLElement>('[data-autofocus]')
        : null
      const target = wanting !== null && isUsable(wanting) ? wanting : element
      if (target !== document.activeElement) target?.focus({ preventScroll: true })
      holding = element?.matches(dialogs) === true && target === element ? element : undefined
    }

    const keep = () => {
      waiting = undefined
      const active = document.activeElement
      const isLost = active === document.body || active === last[0]
      if (opened?.isConnected === true && !opened.contains(active)) focus(opened)
      else if (holding !== undefined && holding === active) focus(holding)
      else if (isLost && last[0]?.isConnected === false)
        focus(refuge(last) ?? document.getElementById('content'))
      // On the page itself, what is disabled for a moment keeps its place in the order of Tab.
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
      waiting ??= setTimeout(keep, maxWaitMilliseconds)
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
