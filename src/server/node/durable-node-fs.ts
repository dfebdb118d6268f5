import fs from 'node:fs'
import { dirname, join } from 'node:path'
import { NodeFS } from '@electric-sql/pglite/nodefs'

type InitArguments = Parameters<NodeFS['init']>
type Preparation = NonNullable<InitArguments[1]['preRun']>[number]
type EmscriptenModule = Parameters<Preparation>[0]

/** Flushes a file or folder from the memory of the operating system to the disk (fsync). */
export function syncPath(path: string): void {
  // Windows cannot open a folder, and orders changes of folders itself.
  if (process.platform === 'win32' && fs.statSync(path).isDirectory()) return
  const descriptor = fs.openSync(path, 'r')
  try {
    fs.fsyncSync(descriptor)
  } finally {
    fs.closeSync(descriptor)
  }
}

/** Flushes a folder and everything below it to the disk. */
export function syncTree(path: string): void {
  if (fs.statSync(path).isDirectory())
    for (const name of fs.readdirSync(path)) syncTree(join(path, name))
  syncPath(path)
}

/** Returns a member of an Emscripten object that its types do not describe. @throws if missing */
function member(holder: object, name: string): object {
  const value: unknown = Reflect.get(holder, name)
  if (typeof value !== 'object' || value === null)
    throw new Error(`PGlite's Node file system has no ${name}`)
  return value
}

function call(holder: object, name: string, ...values: unknown[]): unknown {
  return Reflect.apply(Reflect.get(holder, name), holder, values)
}

/**
 * Adds `fsync` to PGlite's Node file system. PostgreSQL also syncs folders, after it has created or
 * renamed a file that must not get lost; the stream of a folder has no descriptor, so its path is
 * synced. The first sync of a new file includes its folder, because POSIX does not guarantee that
 * the file can be found otherwise.
 */
function addFsync(module: EmscriptenModule): void {
  const nodeFs = member(module, 'NODEFS')
  const nodeOperations = member(nodeFs, 'node_ops')
  const original = { ...nodeOperations }
  const newNodes = new WeakSet<object>()

  const mknod = (parent: object, name: string, ...values: unknown[]): unknown => {
    const node = call(original, 'mknod', parent, name, ...values)
    if (typeof node === 'object' && node !== null) newNodes.add(node)
    // After a crash, PostgreSQL copies this file of an unlogged table in place of the others, which
    // it removes only if it finds this one.
    if (name.endsWith('_init'))
      call(nodeFs, 'tryFSOperation', () => syncPath(String(call(nodeFs, 'realPath', parent))))
    return node
  }
  const fsync = (stream: object): number => {
    const node = member(stream, 'node')
    const path = String(call(nodeFs, 'realPath', node))
    const descriptor: unknown = Reflect.get(stream, 'nfd')
    // Turns an error of Node into the error number that PostgreSQL understands.
    call(nodeFs, 'tryFSOperation', () => {
      if (typeof descriptor === 'number') fs.fsyncSync(descriptor)
      else syncPath(path)
      if (newNodes.delete(node)) syncPath(dirname(path))
    })
    return 0
  }
  Object.assign(nodeOperations, { mknod })
  Object.assign(member(nodeFs, 'stream_ops'), { fsync })
}

/** PGlite's file system on the disk, with the `fsync` that PGlite's own class lacks. */
export class DurableNodeFs extends NodeFS {
  /** @param onAbort called when PostgreSQL panics, as when the log cannot be written */
  constructor(
    dataDir: string,
    private readonly onAbort: () => void,
  ) {
    super(dataDir)
  }

  override async init(...[pglite, options]: InitArguments): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(pglite, options)
    const preRun = [...(emscriptenOpts.preRun ?? []), addFsync]
    return { emscriptenOpts: { ...emscriptenOpts, preRun, onAbort: this.onAbort } }
  }
}
