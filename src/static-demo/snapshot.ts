import { z } from 'zod'

/** The files of a database, parents first. Paths start with a slash; directories have no bytes. */
export type DatabaseFiles = Map<string, Uint8Array<ArrayBuffer> | 'directory'>

const indexSchema = z.array(z.tuple([z.string(), z.number().nullable()]))
const headBytes = 4

/** Concatenates the files after an index of their paths and sizes. */
export function packFiles(files: DatabaseFiles): Uint8Array<ArrayBuffer> {
  const entries = [...files]
  const index = new TextEncoder().encode(
    JSON.stringify(
      entries.map(([path, bytes]) => [path, bytes === 'directory' ? null : bytes.length]),
    ),
  )
  const contents = entries.flatMap(([, bytes]) => (bytes === 'directory' ? [] : [bytes]))
  const size = contents.reduce((sum, { length }) => sum + length, headBytes + index.length)
  const packed = new Uint8Array(size)
  new DataView(packed.buffer).setUint32(0, index.length)
  let offset = headBytes
  for (const bytes of [index, ...contents]) {
    packed.set(bytes, offset)
    offset += bytes.length
  }
  return packed
}

/** Reads the output of `packFiles`. The files are copies, which the database may modify. */
export function unpackFiles(packed: ArrayBuffer): DatabaseFiles {
  const indexLength = new DataView(packed).getUint32(0)
  const text = new TextDecoder().decode(new Uint8Array(packed, headBytes, indexLength))
  const files: DatabaseFiles = new Map()
  let offset = headBytes + indexLength
  for (const [path, size] of indexSchema.parse(JSON.parse(text))) {
    if (size === null) {
      files.set(path, 'directory')
    } else {
      files.set(path, new Uint8Array(packed.slice(offset, offset + size)))
      offset += size
    }
  }
  return files
}
