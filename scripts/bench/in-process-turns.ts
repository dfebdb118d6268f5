import { once } from 'node:events'
import { serve } from '@hono/node-server'
import { Pool } from 'undici'
import { quantile } from './figure'

const rounds = 1500
const requestsPerRound = 10

/** A request that is sent repeatedly. */
export interface Repeated {
  path: string
  token: string
  method?: 'GET' | 'PATCH'
  /** Creates the body of each request. */
  body?: () => unknown
}

interface App {
  fetch: Parameters<typeof serve>[0]['fetch']
  /** Prepares the state that the apps share. */
  beforeTurn?: () => void
}

/** Serves an app on its own port, called over one persistent connection. */
async function client(app: App, { path, token, method = 'GET', body }: Repeated) {
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' })
  await once(server, 'listening')
  const address = server.address()
  const pool = new Pool(
    `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`,
    { connections: 1 },
  )
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
  return {
    took: Array<number>(),
    beforeTurn: app.beforeTurn,
    async ask() {
      const sent = body === undefined ? null : JSON.stringify(body())
      const response = await pool.request({ path, method, headers, body: sent })
      const text = await response.body.text()
      if (response.statusCode !== 200) throw new Error(`${response.statusCode}: ${text}`)
    },
    async close() {
      await pool.close()
      server.close()
    },
  }
}

/**
 * Sends the same requests to apps in this process, in turns. The difference between two processes
 * with equal work would be larger than what is measured here.
 * @returns the processor time of a request to each, and its client's, in milliseconds. The best
 * quarter of the turns shows the cost itself; the rest was slowed by other load on the machine.
 */
export async function inProcessTurns(
  apps: readonly App[],
  request: Repeated,
): Promise<readonly number[]> {
  const clients = await Promise.all(apps.map((app) => client(app, request)))
  for (let round = 0; round < rounds; round += 1) {
    for (const { ask, took, beforeTurn } of shuffled(clients)) {
      beforeTurn?.()
      const before = process.cpuUsage()
      for (let count = 0; count < requestsPerRound; count += 1) await ask()
      const { user, system } = process.cpuUsage(before)
      took.push((user + system) / 1000 / requestsPerRound)
    }
  }
  for (const { close } of clients) await close()
  return clients.map(({ took }) => quantile(took, 0.25))
}

/** In a fixed order, the garbage of one app would always be collected during the same other one. */
function shuffled<Item>(items: readonly Item[]): readonly Item[] {
  return items
    .map((item) => ({ item, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item)
}
