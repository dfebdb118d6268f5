import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'

let folder: string
const children: ChildProcess[] = []

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'signalbox-main-'))
})
afterEach(async () => {
  for (const child of children.splice(0)) if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

function start(environment: Record<string, string> = {}): ChildProcess {
  const child = spawn(process.execPath, ['--import', 'tsx', 'src/server/main.ts', 'serve', '--api-only'], {
    env: { ...process.env, PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'warn', DATABASE_URL: '', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.push(child)
  return child
}

/** What a process prints until the pattern comes, or it ends. */
async function printed(child: ChildProcess, pattern: RegExp): Promise<string> {
  let text = ''
  child.stdout?.setEncoding('utf8')
  child.stderr?.setEncoding('utf8')
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part: string) => (text += part))
  while (!pattern.test(text) && child.exitCode === null && child.signalCode === null) await new Promise((resume) => setTimeout(resume, 25))
  return text
}

async function addressOf(child: ChildProcess): Promise<string> {
  const text = await printed(child, /http:\/\/\S+/)
  return `${/http:\/\/[^\s]+/.exec(text)?.[0] ?? `no address: ${text}`}/api`
}

async function adminOf(address: string) {
  const answer = await fetch(`${address}/demo/sign-in`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{"role":"admin"}' })
  const { token, workspaceId } = z.object({ token: z.string(), workspaceId: z.string() }).parse(await answer.json())
  return (body?: unknown) =>
    fetch(`${address}/org-workspaces/${workspaceId}`, {
      method: 'PATCH',
      headers: { Authorization: `Bearer ${token}`, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
}

test('a change is there after a restart, and also after the process was killed in the middle of writing', { timeout: 90_000 }, async () => {
  const first = start()
  const patch = await adminOf(await addressOf(first))
  expect((await patch({ name: 'Kept' })).status).toBe(200)
  let acknowledged = 0
  const writing = (async () => {
    for (let count = 1; ; count += 1) {
      const answer = await patch({ limits: { parallelFlowRuns: { unit: 'number', value: count } } }).catch(() => undefined)
      if (answer?.status !== 200) return
      acknowledged = count
    }
  })()
  await new Promise((resume) => setTimeout(resume, 700))
  first.kill('SIGKILL')
  await writing
  expect(acknowledged).toBeGreaterThan(0)

  const second = start()
  const again = await adminOf(await addressOf(second))
  const record = z.object({ name: z.string(), limits: z.record(z.string(), z.object({ value: z.number().optional() })) }).parse(await (await again()).json())
  expect(record.name).toBe('Kept')
  expect(record.limits['parallelFlowRuns']?.value).toBeGreaterThanOrEqual(acknowledged)

  const refused = await printed(start(), /in use/)
  expect(refused).toContain('in use by process')
  second.kill('SIGTERM')
  const [code] = await once(second, 'exit')
  expect(code).toBe(0)

  const stranger = await printed(start({ MASTER_KEY: Buffer.alloc(32, 7).toString('base64') }), /master key/)
  expect(stranger).toContain('sealed under another master key')
})

test('what the environment has wrong is said in words, and the process ends', { timeout: 30_000 }, async () => {
  const child = start({ PORT: 'abc' })
  expect(await printed(child, /PORT/)).toContain('PORT')
  if (child.exitCode === null) await once(child, 'exit')
  expect(child.exitCode).toBe(1)
})
