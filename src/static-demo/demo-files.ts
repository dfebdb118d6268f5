import { openAssetCache } from './asset-cache'
import type { DatabaseParts } from './database'
import { fetchPacked } from './packed-files'
import { sitePath } from './site-path'

/** A compressed file that the build wrote, with its sizes. */
interface PackedFile {
  name: string
  bytes: number
  unpackedBytes: number
}

/** Written into the bundle by the build. */
declare const PACKED_FILES: Record<'wasm' | 'share' | 'trigrams' | 'snapshot', PackedFile>

const unpackedType = 'application/x.unpacked'

/** The files that the database starts from. */
export type DemoFiles = Omit<DatabaseParts, 'complete'>

/** Whether an earlier visit has cached the files of the database. */
export async function areDemoFilesCached(): Promise<boolean> {
  const cache = await openAssetCache()
  if (cache === undefined) return false
  const kept = await Promise.all(
    Object.values(PACKED_FILES).map(({ name }) => cache.match(`${sitePath}${name}`)),
  )
  return kept.every((response) => response !== undefined)
}

/** Returns an address at which PGlite finds an extension, which it decompresses itself. */
async function extensionUrl({ body }: Response): Promise<URL> {
  const packed = new Response(body?.pipeThrough(new CompressionStream('gzip')))
  return new URL(URL.createObjectURL(await packed.blob()))
}

/** Fetches the files of the database. @param onProgress called with the fraction received */
export async function fetchDemoFiles(onProgress: (share: number) => void): Promise<DemoFiles> {
  const { wasm, share, trigrams, snapshot } = PACKED_FILES
  const total = wasm.bytes + share.bytes + trigrams.bytes + snapshot.bytes
  let arrived = 0
  const fetchFile = ({ name, unpackedBytes }: PackedFile, type: string) =>
    fetchPacked(`${sitePath}${name}`, { type, bytes: unpackedBytes }, (count) =>
      onProgress((arrived += count) / total),
    )
  const [compiled, shared, extension, packed] = await Promise.all([
    WebAssembly.compileStreaming(fetchFile(wasm, 'application/wasm')),
    fetchFile(share, unpackedType).then((response) => response.blob()),
    fetchFile(trigrams, unpackedType).then(extensionUrl),
    fetchFile(snapshot, unpackedType).then((response) => response.arrayBuffer()),
  ])
  const named = { name: snapshot.name, packed }
  return { wasm: compiled, share: shared, trigrams: extension, snapshot: named }
}
