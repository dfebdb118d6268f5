/** The path that the console is served below, with a slash at the end. */
export const sitePath =
  import.meta.env.BASE_URL === './'
    ? new URL(/* @vite-ignore */ '../', import.meta.url).pathname
    : import.meta.env.BASE_URL

/** Returns the path of the current page, below that of the console. */
export function currentPage(): string {
  return window.location.pathname.replace(sitePath, '/')
}

/** The base URL of the API that is served with the console. */
export const ownApi = `${sitePath}api`

/** Resolves the address of a file: those that begin with a slash are below the console’s path. */
export function fileAddress(address: string): string {
  return address.startsWith('/') ? sitePath + address.slice(1) : address
}
