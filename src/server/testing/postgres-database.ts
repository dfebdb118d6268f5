import type { TestProject } from 'vitest/node'
import { migrate } from '@/server/store/migrate'
import { postgresPool } from '@/server/store/postgres-pool'
import { installPackages } from '../../../scripts/install-packages.mjs'
import { haproxyProgram } from './haproxy'
import { pgBouncerProgram, startPgBouncer } from './pgbouncer'
import { givenServer } from './postgres-programs'
import { startPostgres } from './postgres-server'
import { createServerDatabase } from './server-database'

const log = { info: () => {}, error: () => {} }

/** In CI, installs PgBouncer and HAProxy if possible; without them, some tests are skipped. */
function installProxies(): void {
  const missing = () => [
    ...(pgBouncerProgram() === undefined ? ['pgbouncer'] : []),
    ...(haproxyProgram() === undefined ? ['haproxy'] : []),
  ]
  if (missing().length === 0) return
  if (process.env['CI'] !== undefined) installPackages(missing())
  for (const name of missing()) console.log(`${name} is not installed: its tests are skipped.`)
}

/**
 * Migrates a database before all tests, which copy it: on the PostgreSQL server at
 * `TEST_DATABASE_URL`, or on a temporary one. With `TEST_POOLER=pgbouncer`, statements go through
 * PgBouncer in transaction mode.
 */
export default async function setUp({ provide }: TestProject): Promise<() => Promise<void>> {
  installProxies()
  const undoSteps: (() => Promise<void>)[] = []
  /** Undoes what was set up, the latest first, also if a step fails. */
  async function tearDown(): Promise<void> {
    const undo = undoSteps.pop()
    if (undo === undefined) return
    try {
      await undo()
    } finally {
      await tearDown()
    }
  }
  async function temporaryServer(): Promise<string> {
    const { address, remove } = await startPostgres()
    undoSteps.push(remove)
    return address
  }

  try {
    const server = givenServer ?? (await temporaryServer())
    const { name, address, drop } = await createServerDatabase(server)
    undoSteps.push(drop)
    const pool = postgresPool({ connectionString: address.href, max: 1, log })
    try {
      await migrate(pool)
    } finally {
      // A database cannot be copied while a client is connected to it.
      await pool.end()
    }
    const migrated = { on: 'server' as const, server, name }
    if (process.env['TEST_POOLER'] === 'pgbouncer') {
      const pooler = await startPgBouncer(server, { connections: 10 })
      undoSteps.push(() => pooler.close())
      provide('migratedDatabase', { ...migrated, pooler: pooler.address })
    } else provide('migratedDatabase', migrated)
  } catch (error) {
    await tearDown()
    throw error
  }
  return tearDown
}
