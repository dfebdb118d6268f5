import type {
  ChangeSet,
  FileWrite,
  StorageBackend,
  StorageEntry,
} from '@electric-sql/pglite/memfs-frontend'
import { deleteDB, openDB, type DBSchema, type IDBPDatabase, type IDBPTransaction } from 'idb'
import type { DatabaseFiles } from './snapshot'

/** PostgreSQL reads and writes its files in pages of this size. */
const pageBytes = 8192

/** How a file has changed since the snapshot. */
interface ChangedFile {
  kind: 'file' | 'directory' | 'gone'
  size: number
  /** Whether the file does not build on the snapshot's file at this path. */
  isNew: boolean
}

interface Schema extends DBSchema {
  /** By path. */
  files: { key: string; value: ChangedFile }
  /** By path and number of the page. */
  pages: { key: [string, number]; value: Uint8Array<ArrayBuffer> }
  facts: { key: 'snapshot'; value: string }
}

type Writing = IDBPTransaction<Schema, ('files' | 'pages')[], 'readwrite'>

const stores = ['files', 'pages'] as const

/** The pages of a file, and those of everything below it. */
const pagesOf = (path: string, first = 0) => IDBKeyRange.bound([path, first], [path, Infinity])
const pagesBelow = (path: string) => IDBKeyRange.bound([`${path}/`], [`${path}0`], false, true)
const filesBelow = (path: string) => IDBKeyRange.bound(`${path}/`, `${path}0`, false, true)

/**
 * Stores a database in the browser, as the pages that differ from a snapshot. Each flush is one
 * transaction, so that the stored state is always one that the database has been in.
 */
export class ChangedPages implements StorageBackend {
  #isStoring = true

  private constructor(
    private readonly database: IDBPDatabase<Schema>,
    private readonly snapshot: () => DatabaseFiles,
    /** Reads a part of a file of the running database. */
    private readonly read: (path: string, start: number, end: number) => Uint8Array<ArrayBuffer>,
  ) {}

  /**
   * Opens the store with a name. Its content is deleted first if it belongs to another snapshot.
   * @throws when the browser does not let this page store anything
   */
  static async open(
    name: string,
    snapshotName: string,
    snapshot: () => DatabaseFiles,
    read: (path: string, start: number, end: number) => Uint8Array<ArrayBuffer>,
  ): Promise<ChangedPages> {
    const open = () =>
      openDB<Schema>(name, 1, {
        upgrade(fresh) {
          fresh.createObjectStore('files')
          fresh.createObjectStore('pages')
          fresh.createObjectStore('facts')
        },
      })
    let database = await open()
    const known = await database.get('facts', 'snapshot')
    if (known !== snapshotName) {
      if (known !== undefined) {
        database.close()
        await deleteDB(name)
        database = await open()
      }
      await database.put('facts', snapshotName, 'snapshot').catch((error: unknown) => {
        database.close()
        throw error
      })
    }
    return new ChangedPages(database, snapshot, read)
  }

  /** Whether changes are stored. */
  get isStoring(): boolean {
    return this.#isStoring
  }

  async init(): Promise<void> {}

  async *load(): AsyncIterable<StorageEntry> {
    const files = await this.#files()
    for (const [path, bytes] of files) if (bytes === 'directory') yield { kind: 'dir', path }
    for (const [path, bytes] of files)
      if (bytes !== 'directory') yield { kind: 'file', path, data: bytes }
  }

  async apply(changes: ChangeSet): Promise<void> {
    if (!this.#isStoring) return
    try {
      await this.#store(changes)
    } catch {
      // The storage is full, or the user has cleared it. Later changes do not fit what is stored.
      this.#isStoring = false
    }
  }

  async #store({ ops, files }: ChangeSet): Promise<void> {
    const writes = [...files.wal, ...files.data, ...files.control]
    // Read before anything is awaited, while the files still match the changes.
    const pages = writes.map((write) => this.#changedPages(write))
    const transaction = this.database.transaction([...stores], 'readwrite')
    for (const { op, path } of ops) {
      if (op === 'remove') {
        void transaction.objectStore('pages').delete(pagesOf(path))
        void transaction.objectStore('pages').delete(pagesBelow(path))
        void transaction.objectStore('files').delete(filesBelow(path))
      }
      const kind = op === 'remove' ? 'gone' : 'directory'
      void transaction.objectStore('files').put({ kind, size: 0, isNew: true }, path)
    }
    await Promise.all([
      ...writes.map((write, index) => this.#write(transaction, write, pages[index] ?? [])),
      transaction.done,
    ])
  }

  async close(): Promise<void> {
    this.database.close()
  }

  /**
   * Deletes the stored pages and stores nothing from now on.
   * @throws when the browser has closed the store
   */
  async discard(): Promise<void> {
    this.#isStoring = false
    const transaction = this.database.transaction([...stores], 'readwrite')
    await Promise.all([
      ...stores.map((store) => transaction.objectStore(store).clear()),
      transaction.done,
    ])
  }

  #changedPages({ path, size, chunks }: FileWrite): [number, Uint8Array<ArrayBuffer>][] {
    const numbers = new Set<number>()
    for (const { at, data } of chunks)
      for (let start = at - (at % pageBytes); start < at + data.length; start += pageBytes)
        numbers.add(start / pageBytes)
    return [...numbers].map((number) => {
      const start = number * pageBytes
      return [number, this.read(path, start, Math.min(start + pageBytes, size))]
    })
  }

  async #write(
    transaction: Writing,
    { path, size, full, truncate }: FileWrite,
    pages: [number, Uint8Array<ArrayBuffer>][],
  ): Promise<void> {
    const files = transaction.objectStore('files')
    const stored = transaction.objectStore('pages')
    if (full) void stored.delete(pagesOf(path))
    else if (truncate) void stored.delete(pagesOf(path, Math.ceil(size / pageBytes)))
    for (const [number, bytes] of pages) void stored.put(bytes, [path, number])
    const before = full ? undefined : await files.get(path)
    await files.put({ kind: 'file', size, isNew: full || before?.isNew === true }, path)
  }

  /** The files of the snapshot with the changes applied. */
  async #files(): Promise<DatabaseFiles> {
    const transaction = this.database.transaction([...stores])
    const [paths, changes, pageKeys, pages] = await Promise.all([
      transaction.objectStore('files').getAllKeys(),
      transaction.objectStore('files').getAll(),
      transaction.objectStore('pages').getAllKeys(),
      transaction.objectStore('pages').getAll(),
    ])
    const files = this.snapshot()
    for (const [index, path] of paths.entries()) {
      const change = changes[index]
      if (change === undefined) continue
      if (change.isNew)
        for (const known of files.keys())
          if (known === path || known.startsWith(`${path}/`)) files.delete(known)
      if (change.kind === 'directory') files.set(path, 'directory')
      if (change.kind !== 'file') continue
      const before = files.get(path)
      const bytes = new Uint8Array(change.size)
      if (before !== undefined && before !== 'directory') bytes.set(before.subarray(0, change.size))
      files.set(path, bytes)
    }
    for (const [index, [path, number]] of pageKeys.entries()) {
      const [bytes, page] = [files.get(path), pages[index]]
      if (bytes !== undefined && bytes !== 'directory' && page !== undefined)
        bytes.set(page, number * pageBytes)
    }
    return files
  }
}
