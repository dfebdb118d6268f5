import { PGlite } from '@electric-sql/pglite'
import {
  MemfsFrontendFS,
  type ChangeSet,
  type StorageBackend,
  type StorageEntry,
} from '@electric-sql/pglite/memfs-frontend'
import { sql, type PostgresPool } from 'kysely'
import { hasLogGrown } from '@/server/store/checkpoint'
import { databaseOver, type Database } from '@/server/store/database'
import { pglitePool } from '@/server/store/pglite-pool'
import { ChangedPages } from './changed-pages'
import { unpackFiles, type DatabaseFiles } from './snapshot'

/** The files that a database starts from. */
export interface DatabaseParts {
  wasm: WebAssembly.Module
  /** The files that PostgreSQL reads beside its data. */
  share: Blob
  /** The address of the compressed extension pg_trgm. */
  trigrams: URL
  /** The packed data, and a name that identifies it. */
  snapshot: { name: string; packed: ArrayBuffer }
  /** Adds the activity up to the time of the visit, unless it exists. */
  complete(database: Database): Promise<void>
}

interface Backend extends StorageBackend {
  /** Whether changes are stored. */
  readonly isStoring: boolean
  discard(): Promise<void>
}

interface BrowserDatabase {
  database: Database
  /** Where changes are stored now: a browser can refuse at any time to store more. */
  readonly storage: 'browser' | 'memory'
  /** Resolves when all writes are stored. */
  save(): Promise<void>
  /** Restarts the database from the snapshot. Queries wait meanwhile. */
  restore(): Promise<void>
}

const settings = ['-c', 'shared_buffers=16MB', '-c', 'min_wal_size=2MB', '-c', 'max_wal_size=16MB']
const maxLogBytes = 4 * 2 ** 20
const checkpointMilliseconds = 15_000
/** An empty WebAssembly module in place of initdb, because the data exists already. */
const emptyModule = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0)

/** Stores nothing. */
class Memory implements Backend {
  readonly isStoring = false
  constructor(private readonly files: () => DatabaseFiles) {}
  async init(): Promise<void> {}
  async *load(): AsyncIterable<StorageEntry> {
    for (const [path, data] of this.files())
      yield data === 'directory' ? { kind: 'dir', path } : { kind: 'file', path, data }
  }
  async apply(_changes: ChangeSet): Promise<void> {}
  async close(): Promise<void> {}
  async discard(): Promise<void> {}
}

interface Running {
  pool: PostgresPool
  backend: Backend
  save(): Promise<void>
}

async function start(
  { wasm, share, trigrams, snapshot, complete }: DatabaseParts,
  name: string,
  storage: BrowserDatabase['storage'],
): Promise<Running> {
  const files = () => unpackFiles(snapshot.packed)
  let pglite: PGlite | undefined
  const read = (path: string, start: number, end: number) => {
    const bytes = new Uint8Array(end - start)
    if (pglite === undefined) return bytes
    const { FS } = pglite.Module
    const file = FS.open(`${PGlite.paths.PGDATA}${path}`, 'r')
    FS.read(file, bytes, 0, bytes.length, start)
    FS.close(file)
    return bytes
  }
  const backend =
    storage === 'memory'
      ? new Memory(files)
      : await ChangedPages.open(name, snapshot.name, files, read)
  const system = new MemfsFrontendFS(backend)
  pglite = new PGlite({
    fs: system,
    extensions: { pg_trgm: trigrams },
    pgliteWasmModule: wasm,
    initdbWasmModule: new WebAssembly.Module(emptyModule),
    fsBundle: share,
    // Only responses to requests have to wait for the disk, and they wait for `save`.
    relaxedDurability: true,
    startParams: [...PGlite.defaultStartParams, ...settings],
  })
  try {
    await pglite.waitReady
    const pool = pglitePool(pglite)
    await complete(databaseOver(pool))
    return { pool, backend, save: () => system.syncToFs() }
  } catch (error) {
    // An open store can't be deleted: the next start would wait for that forever.
    await backend.close()
    throw error
  }
}

/** Makes a checkpoint when the write-ahead log has grown, so that the next start is fast. */
async function checkpointWhenDue(database: Database): Promise<void> {
  if (await hasLogGrown(database, maxLogBytes)) await sql`checkpoint`.execute(database)
}

/** Starts from what is stored, or else from the snapshot: in memory if nothing can be stored. */
async function startBest(parts: DatabaseParts, name: string): Promise<Running> {
  try {
    return await start(parts, name, 'browser')
  } catch {
    // The stored database can't be read.
  }
  try {
    indexedDB.deleteDatabase(name)
    return await start(parts, name, 'browser')
  } catch {
    // The browser does not let this page store anything.
  }
  return start(parts, name, 'memory')
}

/**
 * Opens the database that is stored in this browser, or a fresh copy of the snapshot.
 * @param name the name of the store
 */
export async function openBrowserDatabase(
  parts: DatabaseParts,
  name: string,
): Promise<BrowserDatabase> {
  let current = await startBest(parts, name)
  let running = Promise.resolve(current)
  const database = databaseOver({
    async connect() {
      for (;;) {
        const asked = running
        const { pool } = await asked
        if (asked === running) return pool.connect()
      }
    },
    end: async () => (await running).pool.end(),
  })
  async function replace(): Promise<void> {
    const { backend, pool } = await running
    running = (async () => {
      const isDiscarded = await backend.discard().then(
        () => true,
        () => false,
      )
      await pool.end()
      return isDiscarded ? startBest(parts, name) : start(parts, name, 'memory')
    })()
    current = await running
  }
  let replacing: Promise<void> | undefined
  setInterval(() => void checkpointWhenDue(database).catch(() => {}), checkpointMilliseconds)
  return {
    database,
    get storage() {
      return current.backend.isStoring ? 'browser' : 'memory'
    },
    save: async () => (await running).save(),
    // Tabs may ask at the same time: one restart is what all of them want.
    restore: () => (replacing ??= replace().finally(() => (replacing = undefined))),
  }
}
