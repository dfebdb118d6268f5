/** Holds the files of the demo. The service worker and the worker of the API both fill it. */
export const assetCache = 'signalbox-assets'

/** Opens the cache; undefined where the browser does not let this page keep anything. */
export async function openAssetCache(): Promise<Cache | undefined> {
  try {
    return await caches.open(assetCache)
  } catch {
    return undefined
  }
}
