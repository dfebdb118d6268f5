import { createBrowserHistory, type RouterHistory } from '@tanstack/react-router'
import { currentAddress, sitePath } from '@/console/browser/site'

/**
 * Creates the console's history. Only the service worker responds to the addresses of pages: until
 * it controls this page, they are parameters of the start page, which every host has.
 */
export function createConsoleHistory(): RouterHistory {
  // Absent if the browser does not let this page store anything.
  const container: ServiceWorkerContainer | undefined = navigator.serviceWorker
  const createHref = (address: string) => {
    if ((container?.controller ?? null) !== null) return address
    const { pathname, search, hash } = new URL(address, window.location.origin)
    const page = `${pathname.slice(sitePath.length)}${search}`
    return `${sitePath}${page === '' ? '' : `?open=${encodeURIComponent(page)}`}${hash}`
  }
  const history = createBrowserHistory({
    createHref,
    parseLocation: () => {
      const { pathname, search, hash } = currentAddress()
      const href = `${pathname}${search}${hash}`
      // Links to a part of the page leave no state.
      return { href, pathname, search, hash, state: window.history.state ?? { __TSR_index: 0 } }
    },
  })
  const update = () => {
    history.flush()
    const { pathname, search, hash } = currentAddress()
    const address = createHref(`${pathname}${search}${hash}`)
    // The history itself loads the page again when it notices a change.
    History.prototype.replaceState.call(window.history, window.history.state, '', address)
  }
  update()
  container?.addEventListener('controllerchange', update)
  return history
}
