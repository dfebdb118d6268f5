import { openAssetCache } from './asset-cache'

const gzipMagic = [0x1f, 0x8b]

/** Reads the body to its end. @param onBytes called with the count of bytes as they arrive */
async function readBody(response: Response, onBytes: (count: number) => void): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  const reader = response.body?.getReader()
  for (;;) {
    const part = await reader?.read()
    if (part?.value === undefined) return new Blob(parts)
    parts.push(part.value)
    onBytes(part.value.length)
  }
}

async function unpack(blob: Blob): Promise<ArrayBuffer> {
  const head = new Uint8Array(await blob.slice(0, 2).arrayBuffer())
  // A host may have declared the compression, so that the browser has undone it already.
  return gzipMagic.every((byte, index) => head[index] === byte)
    ? new Response(blob.stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer()
    : blob.arrayBuffer()
}

/**
 * Fetches a compressed file that the build wrote, and decompresses it. It is kept decompressed,
 * which saves later visits a third of a second.
 * @param type the media type of the decompressed file, which no host sends for a compressed one
 * @param onBytes called with the count of bytes as they arrive from the host
 * @throws when the host does not send it
 */
export async function fetchPacked(
  url: string,
  type: string,
  onBytes: (count: number) => void,
): Promise<Response> {
  const cache = await openAssetCache()
  const known = await cache?.match(url)
  if (known?.headers.get('Content-Type') === type) return known
  const response = known ?? (await fetch(url))
  if (!response.ok) throw new Error(`${url} could not be loaded: ${response.status}`)
  const bytes = await unpack(await readBody(response, onBytes))
  const unpacked = new Response(bytes, { headers: { 'Content-Type': type } })
  // Without room for it, the next visit fetches it again.
  void cache?.put(url, unpacked.clone()).catch(() => {})
  return unpacked
}
