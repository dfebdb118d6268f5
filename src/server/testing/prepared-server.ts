import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { buildServer } from '../../../scripts/build-server.mjs'

/** A bundled server, and a data folder with the demo to copy. */
export interface PreparedServer {
  program: string
  /** Absent if the tests run on a database server. */
  demoFolder?: string
}

declare module 'vitest' {
  interface ProvidedContext {
    preparedServer: PreparedServer
  }
}

async function seedDemo(program: string, folder: string): Promise<void> {
  const env = { ...process.env, DATA_DIR: folder, DEMO: 'on', DATABASE_URL: '', LOG_LEVEL: 'warn' }
  const child = spawn(process.execPath, [program, 'demo-reset'], { env, stdio: 'inherit' })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`The demo data could not be prepared: exit code ${code}`)
}

/**
 * Bundles the server and seeds the demo once for all tests that start processes, which saves each
 * of them several seconds.
 */
export default async function setUp({ provide }: TestProject): Promise<() => Promise<void>> {
  await mkdir('test-results', { recursive: true })
  // Inside the project, where the bundle finds its dependencies.
  const folder = await mkdtemp(join('test-results', 'server-'))
  await buildServer(folder)
  const program = join(folder, 'main.js')
  if (process.env['TEST_DATABASE_URL'] === undefined) {
    const demoFolder = join(folder, 'demo')
    await seedDemo(program, demoFolder)
    provide('preparedServer', { program, demoFolder })
  } else provide('preparedServer', { program })
  return () => rm(folder, { recursive: true, force: true })
}
