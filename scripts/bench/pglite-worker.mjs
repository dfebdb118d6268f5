// Runs the embedded database in a worker thread; see worker-thread.ts.
import { parentPort } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'

const pglite = await PGlite.create({ extensions: { pg_trgm } })

async function answer(message) {
  const parts = []
  await pglite.execProtocolRawStream(message, { onRawData: (bytes) => parts.push(bytes.slice()) })
  parentPort?.postMessage(
    parts,
    parts.map(({ buffer }) => buffer),
  )
}

parentPort?.on('message', (message) => void answer(message))
