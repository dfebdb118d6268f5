import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SignJWT } from 'jose'
import pg from 'pg'
import { z } from 'zod'
import type { LimitName, Limits } from '../../src/contract/limits'
import { workspaceSchema } from '../../src/contract/workspaces'
import { startPostgres, type PostgresServer } from '../../src/server/testing/postgres-server'

const program = 'dist/server/main.js'
const folders: string[] = []
process.on('exit', () =>
  folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })),
)

/** An empty folder that goes when this process does. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'signalbox-bench-'))
  folders.push(folder)
  return folder
}

/** Which database a server uses, as its environment variables say it. */
export interface DataSource {
  DATA_DIR: string
  /** Absent: an embedded database in the data folder. */
  DATABASE_URL?: string
}

export type DatabaseKind = 'embedded' | 'PostgreSQL'

function environment(source: DataSource): NodeJS.ProcessEnv {
  return {
    ...process.env,
    PORT: '0',
    HOST: '127.0.0.1',
    DATABASE_URL: '',
    // Several servers share a database only with the same key.
    MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
    LOG_LEVEL: 'warn',
    DEMO: 'on',
    ...source,
  }
}

let postgres: Promise<PostgresServer> | undefined

/** The connection string of a database on a throw-away PostgreSQL server. */
async function databaseUrl(name: string): Promise<string> {
  postgres ??= startPostgres()
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

/** Stops the PostgreSQL server that measures used, if any did. */
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
 * A database with a catalog of so many apps. It is made once, by a process that then ends, and
 * copied for each caller.
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

/** What a workspace can be made with. */
export interface Asking {
  /** Asks the API, and throws where it refuses. */
  ask: (method: string, path: string, token: string | undefined, body?: unknown) => Promise<unknown>
  /** An operator’s token, where there is no demo that gives one. */
  operator?: string
}

export interface BenchServer extends Asking {
  /** Where it is, without `/api`. */
  origin: string
  process: ChildProcess
  close: () => Promise<void>
}

/** Starts the built server, and waits until it says where it is. */
export async function startServer(
  source: DataSource,
  { nodeOptions = [] }: { nodeOptions?: readonly string[] } = {},
): Promise<BenchServer> {
  const child = spawn(process.execPath, [...nodeOptions, program, 'serve'], {
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
    child.once('exit', () => fail(new Error('The server ended before it began')))
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

/** Does work with a server over a catalog of so many apps, and stops it. */
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

export async function operatorToken({ ask, operator }: Asking): Promise<string> {
  return (
    operator ??
    z
      .object({ token: z.string() })
      .parse(await ask('POST', '/demo/sign-in', undefined, { role: 'operator' })).token
  )
}

/** So far away that no load reaches them. */
const farAway = {
  apiRequestsPerSecond: 1_000_000,
  apiRequestsPerHour: 1_000_000_000,
  parallelApiRequests: 100_000,
} satisfies Partial<Record<LimitName, number>>

/** A workspace of its own whose limits are far away, and the token of an admin, signed with its secret as a client would. */
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
