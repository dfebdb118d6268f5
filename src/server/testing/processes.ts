import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject, onTestFinished } from 'vitest'
import { z } from 'zod'
import { endProcess } from './end-process'

export interface ServerProcesses {
  /** The data folder. */
  folder: string
  /**
   * Starts the API in its own process, on a free port and the same data folder.
   * @param program the bundled server, if it is not the one of this version
   */
  start(environment?: Record<string, string>, program?: string): ChildProcess
  /** Runs another command over the same data folder. */
  run(
    command: readonly string[],
    environment?: Record<string, string>,
    program?: string,
  ): ChildProcess
  /** Kills the processes that are still running, and deletes the folder. */
  close(): Promise<void>
}

/**
 * Does not optimize PostgreSQL's WebAssembly, because that takes more than a second of processor
 * time: too much for a server that runs for a few seconds.
 */
const shortLived = ['--liftoff-only']

/** @param data the content of the data folder before the first start */
export async function serverProcesses(data: 'demo' | 'nothing' = 'demo'): Promise<ServerProcesses> {
  const { program: prepared, demoFolder } = inject('preparedServer')
  const folder = await mkdtemp(join(tmpdir(), 'signalbox-main-'))
  if (data === 'demo' && demoFolder !== undefined) await cp(demoFolder, folder, { recursive: true })
  const children: ChildProcess[] = []
  function run(
    command: readonly string[],
    environment: Record<string, string> = {},
    program = prepared,
  ): ChildProcess {
    const child = spawn(
      process.execPath,
      [...shortLived, '--enable-source-maps', program, ...command],
      {
        env: {
          ...process.env,
          PORT: '0',
          DATA_DIR: folder,
          LOG_LEVEL: 'warn',
          DATABASE_URL: '',
          EMBEDDED_FSYNC: 'off',
          DEMO: 'on',
          ...environment,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    )
    children.push(child)
    return child
  }
  return {
    folder,
    run,
    start: (environment, program) => run(['serve', '--api-only'], environment, program),
    async close() {
      // One that is still ending could write into the folder while it is being deleted.
      await Promise.all(children.splice(0).map(endProcess))
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Processes over a data folder of their own with the demo; they end with the test. */
export async function processesOfTest(): Promise<ServerProcesses> {
  const processes = await serverProcesses()
  onTestFinished(() => processes.close())
  return processes
}

/** Returns the output of a process up to a match of the pattern, or all of it if it ends first. */
export function outputMatching(child: ChildProcess, pattern: RegExp): Promise<string> {
  const streams = [child.stdout, child.stderr]
  return new Promise((resolve) => {
    let text = ''
    for (const stream of streams)
      stream?.setEncoding('utf8').on('data', (part: string) => {
        text += part
        if (pattern.test(text)) resolve(text)
      })
    // An exit code is known before the last output has been read; 'close' comes after it.
    child.once('close', () => resolve(text))
    if (streams.every((stream) => stream?.closed === true)) resolve(text)
  })
}

/** Waits for a process to end. @returns its exit code and what it printed */
export async function ended(child: ChildProcess): Promise<{ code: number | null; text: string }> {
  const text = await outputMatching(child, /$never/)
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  return { code: child.exitCode, text }
}

/** Returns the base URL of the API that a server process prints when it is ready. */
export async function addressOf(child: ChildProcess): Promise<string> {
  const text = await outputMatching(child, /http:\/\/\S+/)
  return `${/http:\/\/[^\s]+/.exec(text)?.[0] ?? `no address: ${text}`}/api`
}

async function post(address: string, body: object, token?: string): Promise<unknown> {
  const response = await fetch(address, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  })
  return response.json()
}

export interface Admin {
  token: string
  workspaceId: string
}

/** Signs in to the production workspace of the demo. */
export async function demoAdmin(address: string): Promise<Admin> {
  const session = await post(`${address}/demo/sign-in`, { role: 'admin' })
  return z.object({ token: z.string(), workspaceId: z.string() }).parse(session)
}

const tokenSchema = z.object({ token: z.string() })

/** Signs in to the demo as an operator. */
export async function demoOperator(address: string): Promise<string> {
  return tokenSchema.parse(await post(`${address}/demo/sign-in`, { role: 'operator' })).token
}

/**
 * Creates a workspace, without the data and limits of the demo.
 * @param operatorToken needed where the demo does not run
 */
export async function newAdmin(address: string, operatorToken?: string): Promise<Admin> {
  const operator = operatorToken ?? (await demoOperator(address))
  const path = `${address}/org-workspaces`
  const { id } = z.object({ id: z.string() }).parse(await post(path, { name: 'New' }, operator))
  const issued = await post(`${path}/${id}/access-token`, { isAdmin: true }, operator)
  return { ...tokenSchema.parse(issued), workspaceId: id }
}
