import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { basename, dirname, join, relative, resolve } from 'node:path'

/** A change of a file that has not been synced: bytes at an offset, or a new length. */
type Change = { at: number; bytes: Buffer } | { length: number }

interface File {
  /** The content on the disk. */
  synced: Buffer
  pending: Change[]
}

/** Changes of a folder's entries that take effect together. Undefined removes the name. */
type Naming = ReadonlyMap<string, Entry | undefined>

interface Folder {
  synced: Map<string, Entry>
  current: Map<string, Entry>
  pending: Naming[]
}

type Entry = { file: File } | { folder: Folder }

const newFolder = (): Folder => ({ synced: new Map(), current: new Map(), pending: [] })
const newFile = (): Entry => ({ file: { synced: Buffer.alloc(0), pending: [] } })

function rename(entries: Map<string, Entry>, naming: Naming): void {
  for (const [name, entry] of naming)
    if (entry === undefined) entries.delete(name)
    else entries.set(name, entry)
}

const lengthAfter = (change: Change) =>
  'length' in change ? change.length : change.at + change.bytes.length

/** Applies changes to content, in place if it is large enough. */
function applyAll(content: Buffer, changes: readonly Change[]): Buffer {
  const capacity = changes.reduce((most, change) => Math.max(most, lengthAfter(change)), 0)
  const buffer = capacity > content.length ? Buffer.alloc(capacity) : content
  if (buffer !== content) content.copy(buffer)
  let length = content.length
  for (const change of changes)
    if ('length' in change) {
      buffer.fill(0, Math.min(change.length, length), length)
      length = change.length
    } else {
      change.bytes.copy(buffer, change.at)
      length = Math.max(length, lengthAfter(change))
    }
  return buffer.subarray(0, length)
}

const sectorBytes = 512
const luck = () => Math.random() < 0.5

/** Returns a random part of an unsynced change, since a disk writes sectors in any order. */
function survivingPart(change: Change): Change[] {
  if ('length' in change) return luck() ? [change] : []
  const { at, bytes } = change
  const parts: Change[] = []
  for (let from = 0; from < bytes.length;) {
    const to = Math.floor((at + from) / sectorBytes + 1) * sectorBytes - at
    if (luck()) parts.push({ at: at + from, bytes: bytes.subarray(from, to) })
    from = to
  }
  return parts
}

/** Returns how many of a folder's unsynced changes survive, by the names that they changed. */
type ChooseKept = (changed: readonly string[]) => number

const anyNumber: ChooseKept = ({ length }) => Math.floor(Math.random() * (length + 1))

function writeSurvivors(folder: Folder, path: string, chooseKept: ChooseKept): void {
  fs.mkdirSync(path, { recursive: true })
  const entries = new Map(folder.synced)
  // The journal of a file system keeps the order in which a folder was changed.
  const kept = chooseKept(folder.pending.map((naming) => [...naming.keys()].join()))
  for (const naming of folder.pending.slice(0, kept)) rename(entries, naming)
  for (const [name, entry] of entries) {
    if ('folder' in entry) writeSurvivors(entry.folder, join(path, name), chooseKept)
    else {
      const { synced, pending } = entry.file
      const content = applyAll(Buffer.from(synced), pending.flatMap(survivingPart))
      fs.writeFileSync(join(path, name), content)
    }
  }
}

interface PowerCutDisk {
  /** Called after each change of the disk, with the number of changes so far. */
  onChange: (count: number) => void
  /** Writes what would survive a power cut at this moment into a new folder. */
  writeSurvivors(path: string, chooseKept?: ChooseKept): void
  /** Restores the file functions of Node. */
  release(): void
}

/**
 * Simulates power cuts: records the changes that this process makes to an empty folder through
 * Node's synchronous file functions. Synced changes survive a cut, and a random part of the others.
 */
export function powerCutDisk(root: string): PowerCutDisk {
  const base = resolve(root)
  const disk = newFolder()
  const open = new Map<number, Entry>()
  const original = { ...fs }
  let count = 0
  let isInner = false
  const watched: PowerCutDisk = {
    onChange: () => {},
    writeSurvivors: (path, chooseKept = anyNumber) => writeSurvivors(disk, path, chooseKept),
    release() {
      for (const name of Object.keys(functions)) Reflect.set(fs, name, Reflect.get(original, name))
      syncBuiltinESMExports()
    },
  }

  /** Runs a function of Node without watching the file functions that it calls itself. */
  function run<Result>(work: () => Result): Result {
    isInner = true
    try {
      return work()
    } finally {
      isInner = false
    }
  }
  function isWatched(path: unknown): path is string {
    return !isInner && typeof path === 'string' && `${resolve(path)}/`.startsWith(`${base}/`)
  }
  function find(path: string): Entry | undefined {
    let entry: Entry | undefined = { folder: disk }
    for (const part of relative(base, resolve(path)).split('/').filter(Boolean))
      entry = entry !== undefined && 'folder' in entry ? entry.folder.current.get(part) : undefined
    return entry
  }
  function changed(): void {
    count += 1
    watched.onChange(count)
  }
  function name(folder: string, naming: Naming): void {
    const entry = find(folder)
    if (entry === undefined || !('folder' in entry)) throw new Error(`No folder ${folder}`)
    rename(entry.folder.current, naming)
    entry.folder.pending.push(naming)
    changed()
  }
  function remove(path: string): void {
    if (isWatched(path) && find(path) !== undefined)
      name(dirname(path), new Map([[basename(path), undefined]]))
  }
  function create(path: string, entry: Entry): void {
    if (find(path) === undefined) name(dirname(path), new Map([[basename(path), entry]]))
  }
  function change(entry: Entry | undefined, content: Change): void {
    if (entry === undefined) return
    if ('folder' in entry) throw new Error('A folder has no content')
    entry.file.pending.push(content)
    changed()
  }
  function sync(entry: Entry): void {
    if ('file' in entry) {
      entry.file.synced = applyAll(entry.file.synced, entry.file.pending)
      entry.file.pending = []
    } else {
      entry.folder.synced = new Map(entry.folder.current)
      entry.folder.pending = []
    }
    changed()
  }

  const functions = {
    mkdirSync(path: string, options?: fs.MakeDirectoryOptions) {
      run(() => original.mkdirSync(path, options))
      if (isWatched(path) && path !== base) create(path, { folder: newFolder() })
    },
    writeFileSync(path: string, content: string, options?: fs.WriteFileOptions) {
      run(() => original.writeFileSync(path, content, options))
      if (!isWatched(path)) return
      create(path, newFile())
      change(find(path), { length: 0 })
      if (content.length > 0) change(find(path), { at: 0, bytes: Buffer.from(content) })
    },
    openSync(path: string, flags: number | string, mode?: fs.Mode) {
      const descriptor = run(() => original.openSync(path, flags, mode))
      if (!isWatched(path)) return descriptor
      create(path, newFile())
      const entry = find(path)
      if (entry !== undefined) open.set(descriptor, entry)
      if (typeof flags === 'number' && (flags & fs.constants.O_TRUNC) !== 0)
        change(entry, { length: 0 })
      return descriptor
    },
    closeSync(descriptor: number) {
      open.delete(descriptor)
      original.closeSync(descriptor)
    },
    writeSync(descriptor: number, bytes: Uint8Array, offset: number, length: number, at: number) {
      const written = original.writeSync(descriptor, bytes, offset, length, at)
      const copy = Buffer.from(bytes.slice(offset, offset + written))
      change(open.get(descriptor), { at, bytes: copy })
      return written
    },
    ftruncateSync(descriptor: number, length = 0) {
      original.ftruncateSync(descriptor, length)
      change(open.get(descriptor), { length })
    },
    truncateSync(path: string, length = 0) {
      run(() => original.truncateSync(path, length))
      if (isWatched(path)) change(find(path), { length })
    },
    renameSync(from: string, to: string) {
      run(() => original.renameSync(from, to))
      if (!isWatched(from)) return
      if (dirname(from) !== dirname(to)) throw new Error('Moves between folders are not modelled')
      const names = [basename(from), basename(to)] as const
      name(
        dirname(from),
        new Map([
          [names[0], undefined],
          [names[1], find(from)],
        ]),
      )
    },
    unlinkSync(path: string) {
      run(() => original.unlinkSync(path))
      remove(path)
    },
    rmdirSync(path: string) {
      run(() => original.rmdirSync(path))
      remove(path)
    },
    rmSync(path: string, options?: fs.RmOptions) {
      run(() => original.rmSync(path, options))
      remove(path)
    },
    fsyncSync(descriptor: number) {
      original.fsyncSync(descriptor)
      const entry = open.get(descriptor)
      if (entry !== undefined) sync(entry)
    },
  }
  Object.assign(fs, functions)
  syncBuiltinESMExports()
  return watched
}
