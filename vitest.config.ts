import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { givenServer, postgresPrograms } from './src/server/testing/postgres-programs.ts'

const testing = 'src/server/testing'

interface Tests {
  name: string
  include: string[]
  exclude?: string[]
  /** What is set up before all of them. */
  globalSetup?: string[]
}

/** Since version 25, Node's own `localStorage` would hide that of the browser's environment. */
const withoutWebStorage = process.allowedNodeEnvironmentFlags.has('--experimental-webstorage')
  ? ['--no-experimental-webstorage']
  : []

/**
 * A group of tests. The files that a worker runs share the modules, so that React, or the server
 * and PostgreSQL's WebAssembly, are loaded and compiled once a worker. The time limits find what
 * hangs, not what is slow.
 */
function project(tests: Tests) {
  const limits = { testTimeout: 60_000, hookTimeout: 120_000 }
  return {
    resolve: { tsconfigPaths: true },
    test: { ...tests, isolate: false, execArgv: withoutWebStorage, ...limits },
  }
}

/** Whether the long forms run too, as they do except in `npm test`. */
const withLongForms = process.env['LONG_TESTS'] !== 'off'

/** Backups, kills, failovers, upgrades, other clocks, and the commands of the documentation. */
const longProcessTests = [
  'src/server/process-tests/backup.test.ts',
  'src/server/process-tests/clocks.test.ts',
  'src/server/process-tests/deliveries.test.ts',
  'src/server/process-tests/docs-commands.test.ts',
  'src/server/process-tests/failover.test.ts',
  'src/server/process-tests/first-start.test.ts',
  'src/server/process-tests/kill.test.ts',
  'src/server/process-tests/upgrade.test.ts',
]

const logic: Tests = {
  name: 'logic',
  include: [
    'src/*.test.ts',
    'src/contract/**/*.test.ts',
    'src/console/**/*.test.ts',
    'src/static-demo/*.test.ts',
  ],
}

const server: Tests = {
  name: 'server',
  include: ['src/server/!(process-tests)/**/*.test.ts'],
  globalSetup: [`${testing}/migrated-database.ts`],
}

const processes: Tests = {
  name: 'processes',
  include: ['src/server/process-tests/*.test.ts'],
  exclude: withLongForms ? [] : longProcessTests,
  globalSetup: [`${testing}/migrated-database.ts`, `${testing}/prepared-server.ts`],
}

/** The tests of the server that differ on PostgreSQL. All others are repeated in the long forms. */
const differingOnPostgres = [
  'src/server/jobs/delete-expired.test.ts',
  'src/server/limits/*.test.ts',
  'src/server/node/open-database.test.ts',
  'src/server/notifications/deliver-webhooks.test.ts',
  'src/server/services/apps/archive.test.ts',
  'src/server/store/*.test.ts',
]

/** Tests of the server and its processes again, except those of the embedded database or none. */
const postgres: Tests = {
  name: 'postgres',
  include: [...(withLongForms ? server.include : differingOnPostgres), ...processes.include],
  exclude: [
    ...(withLongForms ? [] : longProcessTests),
    'src/server/process-tests/backup.test.ts',
    'src/server/process-tests/demo-server.test.ts',
    'src/server/process-tests/first-start.test.ts',
    'src/server/process-tests/main.test.ts',
    'src/server/process-tests/deliveries.test.ts',
    'src/server/process-tests/deploy.test.ts',
    'src/server/process-tests/docs-commands.test.ts',
    'src/server/process-tests/metrics.test.ts',
    'src/server/process-tests/proxies.test.ts',
    'src/server/process-tests/security-docs.test.ts',
    'src/server/process-tests/tracing.test.ts',
    'src/server/http/openapi/document.test.ts',
    'src/server/node/configuration.test.ts',
    'src/server/node/data-folder.test.ts',
    'src/server/node/embedded-maintenance.test.ts',
    'src/server/node/name-resolver.test.ts',
    'src/server/node/outgoing-fetch.test.ts',
    'src/server/node/power-cut.test.ts',
    'src/server/store/pglite-pool.test.ts',
  ],
  globalSetup: [`${testing}/postgres-database.ts`, `${testing}/prepared-server.ts`],
}

const hasPostgres = givenServer !== undefined || postgresPrograms() !== undefined
if (!hasPostgres)
  console.log('PostgreSQL is not installed: the server is tested on the embedded database only.')

export default defineConfig({
  test: {
    // Tests of processes wait for half of their time.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    projects: [logic, server, processes, ...(hasPostgres ? [postgres] : [])].map(project),
  },
})
