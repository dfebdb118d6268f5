import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SignJWT } from 'jose'
import pg from 'pg'
import { z } from 'zod'
import type { LimitName, Limits } from '@/contract/limits'
import { workspaceSchema } from '@/contract/workspaces'
import { startPostgres, type PostgresServer } from '@/server/testing/postgres-server'
import type { Figure } from './figure'

const program = 'dist/server/main.js'
const folders: string[] = []
process.on('exit', () =>
  folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })),
)

/** Creates an empty folder that is deleted when this process ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'signalbox-bench-'))
  folders.push(folder)
  return folder
}

/** The database of a server, as environment variables. */
export interface DataSource {
  DATA_DIR: string
  /** Absent for the embedded database in the data folder. */
  DATABASE_URL?: string
}

export type DatabaseKind = 'embedded' | 'PostgreSQL'

function environment(source: DataSource): NodeJS.ProcessEnv {
  return {
    ...process.env,
    PORT: '0',
    HOST: '127.0.0.1',
    DATABASE_URL: '',
    // Servers can share a database only if they have the same key.
    MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
    LOG_LEVEL: 'warn',
    DEMO: 'on',
    ...source,
  }
}

let postgres: Promise<PostgresServer> | undefined

/** Returns the connection string of a database on a temporary PostgreSQL server. */
async function databaseUrl(name: string): Promise<string> {
  postgres ??= startPostgres({ durable: true })
  const url = new URL((await postgres).address)
  url.pathname = `/${name}`
  return url.href
}

async function createDatabase(name: string, template = 'template0'): Promise<string> {
  const admin = new pg.Client({ connectionString: await databaseUrl('postgres') })
  await admin.connect()
  await admin.query(`create database ${name} template ${template}`)
  await admin.end()
  return databaseUrl(name)
}

/** Stops the PostgreSQL server, if a measure used one. */
export async function stopPostgres(): Promise<void> {
  await (await postgres)?.remove()
}

function seed(source: DataSource, apps: number): void {
  execFileSync(process.execPath, [program, 'seed', '--apps', String(apps)], {
    env: environment(source),
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

const catalogs = new Map<string, string>()
let copies = 0

/**
 * Returns a database with a catalog of the given size. A process creates it once, and each caller
 * gets a copy.
 */
export async function catalogOf(apps: number, kind: DatabaseKind): Promise<DataSource> {
  const DATA_DIR = temporaryFolder()
  const known = catalogs.get(`${kind} ${apps}`)
  if (kind === 'PostgreSQL') {
    const template = known ?? `apps_${apps}`
    if (known === undefined) seed({ DATA_DIR, DATABASE_URL: await createDatabase(template) }, apps)
    catalogs.set(`${kind} ${apps}`, template)
    return { DATA_DIR, DATABASE_URL: await createDatabase(`copy_${(copies += 1)}`, template) }
  }
  const made = known ?? temporaryFolder()
  if (known === undefined) seed({ DATA_DIR: made }, apps)
  catalogs.set(`${kind} ${apps}`, made)
  cpSync(made, DATA_DIR, { recursive: true })
  return { DATA_DIR }
}

/** A server on which workspaces can be created. */
export interface Asking {
  /** Sends a request to the API. @throws if it is refused */
  ask: (method: string, path: string, token: string | undefined, body?: unknown) => Promise<unknown>
  /** The token of an operator, if the server has no demo to get one from. */
  operator?: string
}

export interface BenchServer extends Asking {
  /** The origin of the server, without `/api`. */
  origin: string
  process: ChildProcess
  close: () => Promise<void>
}

/** Starts the built server, and waits for its address. */
export async function startServer(source: DataSource): Promise<BenchServer> {
  // With the memory that `npm start` gives to short-lived objects.
  const child = spawn(process.execPath, ['--max-semi-space-size=32', program, 'serve'], {
    env: environment(source),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const origin = await new Promise<string>((settle, fail) => {
    let text = ''
    child.stdout.setEncoding('utf8').on('data', (part: string) => {
      text += part
      const found = /http:\/\/[^\s]+/.exec(text)?.[0]
      if (found !== undefined) settle(found)
    })
    child.once('exit', () => fail(new Error('The server ended before it was ready')))
  })
  return {
    origin,
    process: child,
    async ask(method, path, token, body) {
      const response = await fetch(`${origin}/api${path}`, {
        method,
        headers: {
          ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
      return z.json().parse(JSON.parse(text))
    },
    async close() {
      if (child.exitCode !== null) return
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

/** Runs work with a server that has a catalog of the given size, then stops the server. */
export async function withServer<Result>(
  apps: number,
  work: (server: BenchServer) => Promise<Result>,
  kind: DatabaseKind = 'embedded',
): Promise<Result> {
  const server = await startServer(await catalogOf(apps, kind))
  try {
    return await work(server)
  } finally {
    await server.close()
  }
}

/** Returns a token of an operator: the given one, or one of the demo. */
export async function operatorToken({ ask, operator }: Asking): Promise<string> {
  return (
    operator ??
    z
      .object({ token: z.string() })
      .parse(await ask('POST', '/demo/sign-in', undefined, { role: 'operator' })).token
  )
}

/** Limits too high for any load. */
const farAway = {
  apiRequestsPerSecond: 1_000_000,
  apiRequestsPerHour: 1_000_000_000,
  parallelApiRequests: 100_000,
} satisfies Partial<Record<LimitName, number>>

/** Creates a workspace with very high limits, and an admin token signed with its secret. */
export async function newWorkspace(
  server: Asking,
  limits: Partial<Record<LimitName, number>> = {},
): Promise<{ id: string; token: string }> {
  const operator = await operatorToken(server)
  const { id, key, secret } = workspaceSchema
    .required({ secret: true })
    .parse(await server.ask('POST', '/org-workspaces', operator, { name: 'Bench' }))
  const set: Limits = Object.fromEntries(
    Object.entries({ ...farAway, ...limits }).map(([name, value]) => [
      name,
      { unit: 'number', value },
    ]),
  )
  await server.ask('PATCH', `/org-workspaces/${id}`, operator, {
    limits: set,
    settings: { useServiceUniverse: true },
  })
  const token = await new SignJWT({ workspaceKey: key, name: 'Bench', isAdmin: true })
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime('2h')
    .sign(new TextEncoder().encode(secret))
  return { id, token }
}

/** Measures PostgreSQL, then the embedded database. */
export async function onBothDatabases(
  measureOn: (kind: DatabaseKind) => Promise<Figure[]>,
): Promise<Figure[]> {
  return [...(await measureOn('PostgreSQL')), ...(await measureOn('embedded'))]
}
