/** The path that the console is served below, with a slash at the end. */
export const sitePath =
  import.meta.env.BASE_URL === './'
    ? new URL(/* @vite-ignore */ '../', import.meta.url).pathname
    : import.meta.env.BASE_URL

/**
 * Returns the address of the current page. While the static demo has no service worker, that is a
 * parameter of the start page.
 */
export function currentAddress(): URL {
  const address = new URL(window.location.href)
  const page = address.pathname === sitePath ? address.searchParams.get('open') : null
  return page === null ? address : new URL(`.${sitePath}${page}${address.hash}`, address.origin)
}

/** Returns the path of the current page, below that of the console. */
export function currentPage(): string {
  return currentAddress().pathname.replace(sitePath, '/')
}

/** The base URL of the API that is served with the console. */
export const ownApi = `${sitePath}api`

/** Resolves the address of a file: those that begin with a slash are below the console’s path. */
export function fileAddress(address: string): string {
  return address.startsWith('/') ? sitePath + address.slice(1) : address
}
