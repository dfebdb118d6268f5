import { openAssetCache } from './asset-cache'

const gzipMagic = [0x1f, 0x8b]

/**
 * Fetches a file that the build wrote, from the cache that the service worker fills too, or else
 * from the host.
 * @throws when the host does not send it
 */
async function fetchCached(url: string): Promise<Response> {
  const cache = await openAssetCache()
  const known = await cache?.match(url)
  if (known !== undefined) return known
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${url} could not be loaded: ${response.status}`)
  await cache?.put(url, response.clone()).catch(() => {})
  return response
}

/**
 * Fetches a compressed file and decompresses it.
 * @param onBytes called with the count of bytes as they arrive
 */
export async function fetchPacked(
  url: string,
  onBytes: (count: number) => void,
): Promise<ArrayBuffer> {
  const response = await fetchCached(url)
  const parts: Uint8Array<ArrayBuffer>[] = []
  const reader = response.body?.getReader()
  for (;;) {
    const part = await reader?.read()
    if (part?.value === undefined) break
    parts.push(part.value)
    onBytes(part.value.length)
  }
  const blob = new Blob(parts)
  const head = new Uint8Array(await blob.slice(0, 2).arrayBuffer())
  // A host may have declared the compression, so that the browser has undone it already.
  return gzipMagic.every((byte, index) => head[index] === byte)
    ? new Response(blob.stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer()
    : blob.arrayBuffer()
}
