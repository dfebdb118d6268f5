import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import {
  MemfsFrontendFS,
  type ChangeSet,
  type StorageBackend,
  type StorageEntry,
} from '@electric-sql/pglite/memfs-frontend'
import { sql, type PostgresPool } from 'kysely'
import { hasLogGrown } from '../server/store/checkpoint'
import { databaseOver, type Database } from '../server/store/database'
import { pglitePool } from '../server/store/pglite-pool'
import { ChangedPages } from './changed-pages'
import { unpackFiles, type DatabaseFiles } from './snapshot'

/** The files that a database starts from. */
export interface DatabaseParts {
  wasm: WebAssembly.Module
  /** The files that PostgreSQL reads beside its data. */
  share: Blob
  /** The packed data, and a name that identifies it. */
  snapshot: { name: string; packed: ArrayBuffer }
  /** Adds the activity up to the time of the visit, unless it exists. */
  complete(database: Database): Promise<void>
}

interface Backend extends StorageBackend {
  discard(): Promise<void>
}

export interface BrowserDatabase {
  database: Database
  storage: 'browser' | 'memory'
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
  { wasm, share, snapshot, complete }: DatabaseParts,
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
    extensions: { pg_trgm },
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

async function canStore(name: string): Promise<boolean> {
  return new Promise((resolve) => {
    try {
      const request = indexedDB.open(`${name} probe`)
      request.addEventListener('success', () => {
        request.result.close()
        indexedDB.deleteDatabase(`${name} probe`)
        resolve(true)
      })
      request.addEventListener('error', () => resolve(false))
    } catch {
      resolve(false)
    }
  })
}

/**
 * Opens the database that is stored in this browser, or a fresh copy of the snapshot.
 * @param name the name of the store
 */
export async function openBrowserDatabase(
  parts: DatabaseParts,
  name: string,
): Promise<BrowserDatabase> {
  const storage = (await canStore(name)) ? 'browser' : 'memory'
  let running = start(parts, name, storage)
  try {
    await running
  } catch {
    // The stored database can't be read.
    indexedDB.deleteDatabase(name)
    running = start(parts, name, storage)
    await running
  }
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
  setInterval(() => void checkpointWhenDue(database).catch(() => {}), checkpointMilliseconds)
  return {
    database,
    storage,
    save: async () => (await running).save(),
    async restore() {
      const before = await running
      running = (async () => {
        await before.backend.discard()
        await before.pool.end()
        return start(parts, name, storage)
      })()
      await running
    },
  }
}
