import { Worker } from 'node:worker_threads'
import type { EmbeddedDatabase } from '@/server/store/pglite-connection'
import { alternately } from './alternately'
import { figure, type Figure } from './figure'
import { inProcess } from './in-process'
import { limitChanges } from './limit-changes'

/** An embedded database in a worker thread, which exchanges protocol messages unchanged. */
function onItsOwnThread(): EmbeddedDatabase {
  const worker = new Worker(new URL('pglite-worker.mjs', import.meta.url))
  const waiting: ((parts: readonly Uint8Array[]) => void)[] = []
  worker.on('message', (parts: readonly Uint8Array[]) => waiting.shift()?.(parts))
  return {
    async execProtocolRawStream(message, { onRawData }) {
      worker.postMessage(message)
      const parts = await new Promise<readonly Uint8Array[]>((resolve) => waiting.push(resolve))
      for (const part of parts) onRawData(part)
    },
    async close() {
      await worker.terminate()
    },
  }
}

/** Compares the embedded database on the server's thread with one in a worker thread. */
export async function workerThread(): Promise<Figure[]> {
  const servers = [await inProcess(), await inProcess(undefined, onItsOwnThread())]
  const nextChange = limitChanges()
  const works = servers.map(({ api, token, workspaceId }) => {
    const app = api()
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
    const ask = async (path: string, init: RequestInit = {}) =>
      (await app.request(path, { headers, ...init })).text()
    return {
      list: () => ask('/universe/apps?limit=100'),
      get: () => ask('/external-apps/amberdesk-0'),
      change: () =>
        ask(`/org-workspaces/${workspaceId}`, {
          method: 'PATCH',
          body: JSON.stringify(nextChange()),
        }),
    }
  })
  const figures: Figure[] = []
  const [here, there] = works
  if (here === undefined || there === undefined) throw new Error('Two servers are compared')
  for (const [what, kind, times] of [
    ['list of 100', 'list', 200],
    ['one by key', 'get', 600],
    ['change of a limit', 'change', 150],
  ] as const) {
    const [same, own] = await alternately(here[kind], there[kind], times)
    figures.push(
      figure(`${what}, embedded: per second`, same, {}),
      figure('… of that with the database in a worker thread', own / same, { digits: 2 }),
    )
  }
  for (const { close } of servers) await close()
  return figures
}
