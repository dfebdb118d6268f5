/** Name of the cache for the demo's files, filled by the service worker and the API's worker. */
export const assetCache = 'signalbox-assets'

/**
 * Whether a response has the file that was requested. While a new version is being uploaded, hosts
 * may send a page instead of a missing file, some of them with status 200.
 */
export function isFile(response: Response): boolean {
  return response.ok && response.headers.get('Content-Type')?.startsWith('text/html') !== true
}

/** Fetches a file. If the browser has cached that it is missing, asks the host again. */
export async function fetchFile(url: string, cache: RequestCache): Promise<Response> {
  const response = await fetch(url, { cache })
  return isFile(response) ? response : fetch(url, { cache: 'reload' })
}

/** Opens the cache; undefined if the browser does not let this page store anything. */
export async function openAssetCache(): Promise<Cache | undefined> {
  try {
    return await caches.open(assetCache)
  } catch {
    return undefined
  }
}
