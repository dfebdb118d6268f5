import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate } from '@/server/store/migrate'
import { postgresPool } from '@/server/store/postgres-pool'
import { haproxyProgram } from './haproxy'
import { pgBouncerProgram, startPgBouncer } from './pgbouncer'
import { startPostgres } from './postgres-server'

const log = { info: () => {}, error: () => {} }

/** Installs PgBouncer and HAProxy if possible; without them, some tests are skipped. */
function installProxies(): void {
  const missing = () => [
    ...(pgBouncerProgram() === undefined ? ['pgbouncer'] : []),
    ...(haproxyProgram() === undefined ? ['haproxy'] : []),
  ]
  if (missing().length === 0) return
  const isRoot = process.getuid?.() === 0
  if (process.platform === 'linux' && isRoot && existsSync('/usr/bin/apt-get')) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    for (const args of [
      ['update', '-qq'],
      ['install', '-y', '-qq', '--no-install-recommends', ...missing()],
    ])
      if (spawnSync('apt-get', args, { stdio: 'inherit', env }).status !== 0) break
  }
  for (const name of missing()) console.log(`${name} is not installed: its tests are skipped.`)
}

/**
 * Migrates a database before all tests, which copy it: on the PostgreSQL server at
 * `TEST_DATABASE_URL`, or on a temporary one. With `TEST_POOLER=pgbouncer`, statements go through
 * PgBouncer in transaction mode.
 */
export default async function setUp({ provide }: TestProject): Promise<() => Promise<void>> {
  installProxies()
  const given = process.env['TEST_DATABASE_URL']
  const temporary = given === undefined ? await startPostgres() : undefined
  const server = given ?? temporary?.address ?? ''
  const name = `signalbox_test_${randomBytes(6).toString('hex')}`
  const admin = new pg.Client({ connectionString: server })
  await admin.connect()
  await admin.query(`create database ${name}`)
  const address = new URL(server)
  address.pathname = `/${name}`
  const pool = postgresPool({ connectionString: address.href, max: 1, log })
  await migrate(pool)
  // A database cannot be copied while a client is connected to it.
  await pool.end()
  const isPooled = process.env['TEST_POOLER'] === 'pgbouncer'
  const pooler = isPooled ? await startPgBouncer(server, { connections: 10 }) : undefined
  provide('migratedDatabase', {
    on: 'server',
    server,
    name,
    ...(pooler === undefined ? {} : { pooler: pooler.address }),
  })
  return async () => {
    await pooler?.close()
    await admin.query(`drop database ${name}`)
    await admin.end()
    await temporary?.remove()
  }
}
