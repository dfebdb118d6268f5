import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { buildServer } from '../../../scripts/build-server.mjs'
import { seedDemo } from '../../../scripts/seed-demo.mjs'
import { fillDataFolder } from './migrated-database'

/** A bundled server, and a data folder with the demo to copy. */
interface PreparedServer {
  program: string
  /** Absent if the tests run on a database server. */
  demoFolder?: string
}

declare module 'vitest' {
  interface ProvidedContext {
    preparedServer: PreparedServer
  }
}

/**
 * Bundles the server and seeds the demo once for all tests that start processes, which saves each
 * of them several seconds.
 */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  await mkdir('test-results', { recursive: true })
  // Inside the project, where the bundle finds its dependencies.
  const folder = await mkdtemp(join('test-results', 'server-'))
  await buildServer(folder)
  const program = join(folder, 'main.js')
  const { migratedDatabase } = project.getProvidedContext()
  if (migratedDatabase.on === 'file') {
    const demoFolder = join(folder, 'demo')
    await fillDataFolder(demoFolder, migratedDatabase)
    await seedDemo(program, demoFolder)
    project.provide('preparedServer', { program, demoFolder })
  } else project.provide('preparedServer', { program })
  return () => rm(folder, { recursive: true, force: true })
}
