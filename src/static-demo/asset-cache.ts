/** Name of the cache for the demo's files, filled by the service worker and the API's worker. */
export const assetCache = 'signalbox-assets'

/** Opens the cache; undefined if the browser does not let this page store anything. */
export async function openAssetCache(): Promise<Cache | undefined> {
  try {
    return await caches.open(assetCache)
  } catch {
    return undefined
  }
}
