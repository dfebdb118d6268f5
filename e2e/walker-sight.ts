import type { BrowserContext, Page } from '@playwright/test'

declare global {
  interface Window {
    /** What the bar of unsaved changes shows, such as '2 unsaved', or empty. */
    unsaved?: () => string
    /** What it showed when another page of this document was last opened. */
    leftUnsaved?: string
  }
}

/** Lets pages note what is unsaved when they are left. */
export function watchLeaving(context: BrowserContext): Promise<unknown> {
  return context.addInitScript(() => {
    window.unsaved = () => {
      const bar = document.querySelector('[role=region][aria-label="Unsaved changes"]')
      return /\d+ unsaved/.exec(bar?.textContent ?? '')?.[0] ?? ''
    }
    navigation.addEventListener('currententrychange', ({ from }) => {
      if (from.url === null || new URL(from.url).pathname === location.pathname) return
      window.leftUnsaved = window.unsaved?.() ?? ''
    })
  })
}

/** Something that a user can click. */
export interface Control {
  label: string
  isTyped: boolean
  isLink: boolean
  x: number
  y: number
}

/** Lists what a user can click in the window, without what leads to another site. */
export function listControls(page: Page): Promise<Control[]> {
  return page.evaluate(() => {
    const found: Control[] = []
    const selector =
      'button, a[href], input, select, summary, textarea, [contenteditable=true],' +
      '[role=gridcell], [role=option], [role=switch], [role=tab], [role^=menuitem]'
    for (const element of document.querySelectorAll<HTMLElement>(selector)) {
      if (!element.checkVisibility() || element.matches(':disabled')) continue
      if (element instanceof HTMLAnchorElement) {
        if (element.target !== '' || element.hasAttribute('download')) continue
        if (element.origin !== location.origin || element.pathname.startsWith('/api')) continue
      }
      const box = element.getBoundingClientRect()
      const [x, y] = [box.left + box.width / 2, box.top + box.height / 2]
      const top = document.elementFromPoint(x, y)
      if (top === null || !(element.contains(top) || top.contains(element))) continue
      const text = element.ariaLabel ?? element.textContent.trim()
      const named = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : text
      const isTyped =
        element.matches('textarea, [contenteditable=true]') ||
        (element instanceof HTMLInputElement && /^(text|search|url|number|)$/.test(element.type))
      const isLink = element instanceof HTMLAnchorElement
      found.push({ label: (named ?? text).slice(0, 60), isTyped, isLink, x, y })
    }
    return found
  })
}

/** What a walker compares before and after a step. */
export interface View {
  path: string
  /** Such as '2 unsaved', or empty. */
  unsaved: string
  /** The same when another page of this document was last opened. */
  leftUnsaved: string | undefined
  /** Whether a dialog asks about unsaved changes. */
  isAsking: boolean
  /** Says so if the page that is shown has another address, as for a moment after each click. */
  mismatch: string
  /** Says so if something is still loading. */
  loading: string
  /** Says so if the page is wider than the window, as it may be while it is laid out. */
  overflow: string
  /** A text that shows a value nobody formatted. */
  nonsense: string
}

/** Looks at the page as a user does. */
export function view(page: Page): Promise<View> {
  return page.evaluate(() => {
    const heading = [...document.querySelectorAll('h1')].find((each) => each.checkVisibility())
    const title = heading?.textContent ?? ''
    const links = document.querySelectorAll<HTMLAnchorElement>(
      'nav[aria-label="Pages of the workspace"] a',
    )
    const own = [...links].find(({ textContent }) => textContent === title)
    const isOther = own !== undefined && own.pathname !== location.pathname
    const busy = [...document.querySelectorAll('[aria-busy=true], .mantine-Loader-root')].find(
      (each) => each.checkVisibility(),
    )
    const { scrollWidth, clientWidth } = document.documentElement

    const pattern = /\bundefined\b|\bNaN\b|\[object |Invalid Date/
    const isData = (element: Element | null) =>
      element?.closest('pre, code, textarea, script, style, .cm-editor') !== null
    let nonsense = pattern.test(document.title) ? document.title : ''
    if (pattern.test(document.body.textContent)) {
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      while (texts.nextNode() !== null) {
        const { parentElement, textContent } = texts.currentNode
        if (pattern.test(textContent ?? '') && !isData(parentElement)) nonsense = textContent ?? ''
      }
    }
    return {
      path: location.pathname,
      unsaved: window.unsaved?.() ?? '',
      leftUnsaved: window.leftUnsaved,
      isAsking: document.body.textContent.includes('Leave without saving?'),
      mismatch: isOther ? `the page ${title} is shown at ${location.pathname}` : '',
      loading: busy === undefined ? '' : `still loading at ${location.pathname}`,
      overflow:
        scrollWidth > clientWidth + 1 ? `${scrollWidth} wide in a window of ${clientWidth}` : '',
      nonsense,
    }
  })
}
