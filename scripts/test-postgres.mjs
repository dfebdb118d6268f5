// Runs all or the given server tests with PostgreSQL: the server at TEST_DATABASE_URL, or a
// temporary one if PostgreSQL is installed. With --pgbouncer, statements go through PgBouncer in
// transaction mode.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { tsImport } from 'tsx/esm/api'

const load = (name) => tsImport(`../src/server/testing/${name}.ts`, import.meta.url)
const { haproxyProgram } = await load('haproxy')
const { pgBouncerProgram, startPgBouncer } = await load('pgbouncer')
const { postgresPrograms, startPostgres } = await load('postgres-server')

/** Tests that use only the embedded database or none; `npm test` runs them as unit tests. */
const excluded = [
  'src/server/process-tests/backup.test.ts',
  'src/server/process-tests/demo-server.test.ts',
  'src/server/process-tests/first-start.test.ts',
  'src/server/process-tests/main.test.ts',
  'src/server/process-tests/deliveries.test.ts',
  'src/server/process-tests/deploy.test.ts',
  'src/server/process-tests/docs-commands.test.ts',
  'src/server/process-tests/metrics.test.ts',
  'src/server/process-tests/security-docs.test.ts',
  'src/server/process-tests/tracing.test.ts',
  'src/server/http/openapi/document.test.ts',
  'src/server/node/configuration.test.ts',
  'src/server/node/data-folder.test.ts',
  'src/server/node/embedded-maintenance.test.ts',
  'src/server/node/outgoing-fetch.test.ts',
  'src/server/node/power-cut.test.ts',
  'src/server/store/pglite-pool.test.ts',
]
const isPooled = process.argv.includes('--pgbouncer')
const files = process.argv.slice(2).filter((argument) => argument !== '--pgbouncer')
const selection =
  files.length > 0 ? files : ['src/server', ...excluded.map((file) => `--exclude=${file}`)]

/** Installs PgBouncer and HAProxy if possible; without them, some tests are skipped. */
function installProxies() {
  const missing = () => [
    ...(pgBouncerProgram() === undefined ? ['pgbouncer'] : []),
    ...(haproxyProgram() === undefined ? ['haproxy'] : []),
  ]
  if (missing().length === 0) return
  if (process.platform === 'linux' && process.getuid() === 0 && existsSync('/usr/bin/apt-get')) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    for (const args of [
      ['update', '-qq'],
      ['install', '-y', '-qq', '--no-install-recommends', ...missing()],
    ])
      if (spawnSync('apt-get', args, { stdio: 'inherit', env }).status !== 0) break
  }
  for (const name of missing()) console.log(`${name} is not installed: its tests are skipped.`)
}

async function test(address) {
  installProxies()
  const pooler = isPooled ? await startPgBouncer(address, { connections: 10 }) : undefined
  const variables = {
    TEST_DATABASE_URL: address,
    ...(pooler === undefined ? {} : { TEST_POOLER_URL: pooler.address }),
  }
  const { status } = spawnSync('npx', ['vitest', 'run', ...selection], {
    stdio: 'inherit',
    env: { ...process.env, ...variables },
  })
  await pooler?.close()
  return status ?? 1
}

if (process.env.TEST_DATABASE_URL) process.exitCode = await test(process.env.TEST_DATABASE_URL)
else if (postgresPrograms() !== undefined) {
  const server = await startPostgres()
  try {
    process.exitCode = await test(server.address)
  } finally {
    await server.remove()
  }
} else
  console.log('PostgreSQL is not installed: the server was tested on the embedded database only.')
