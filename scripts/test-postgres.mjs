// Runs the server's tests, or those that are named, on PostgreSQL: the one that TEST_DATABASE_URL names, else a throw-away one where its programs are found.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { tsImport } from 'tsx/esm/api'

const { pgBouncerProgram, postgresPrograms, startPostgres } = await tsImport(
  '../src/server/testing/postgres-server.ts',
  import.meta.url,
)

/** What starts servers on an embedded database of their own, or needs none: here it would be tested a second time. */
const onTheirOwn = [
  'src/server/main.test.ts',
  'src/server/deliveries.test.ts',
  'src/server/deploy.test.ts',
  'src/server/metrics.test.ts',
  'src/server/security-docs.test.ts',
  'src/server/node/configuration.test.ts',
  'src/server/node/data-folder.test.ts',
  'src/server/node/outgoing-fetch.test.ts',
  'src/server/node/power-cut.test.ts',
]
const named = process.argv.slice(2)
const wanted =
  named.length > 0 ? named : ['src/server', ...onTheirOwn.map((files) => `--exclude=${files}`)]

/** Installs PgBouncer, whose tests are skipped where it is missing. */
function installPgBouncer() {
  if (pgBouncerProgram() !== undefined) return
  if (process.platform === 'linux' && process.getuid() === 0 && existsSync('/usr/bin/apt-get')) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    for (const args of [
      ['update', '-qq'],
      ['install', '-y', '-qq', '--no-install-recommends', 'pgbouncer'],
    ])
      if (spawnSync('apt-get', args, { stdio: 'inherit', env }).status !== 0) break
  }
  if (pgBouncerProgram() === undefined)
    console.log('PgBouncer is not installed: the tests behind it are skipped.')
}

function test(address) {
  installPgBouncer()
  return (
    spawnSync('npx', ['vitest', 'run', ...wanted], {
      stdio: 'inherit',
      env: { ...process.env, TEST_DATABASE_URL: address },
    }).status ?? 1
  )
}

if (process.env.TEST_DATABASE_URL) process.exitCode = test(process.env.TEST_DATABASE_URL)
else if (postgresPrograms() !== undefined) {
  const server = await startPostgres()
  try {
    process.exitCode = test(server.address)
  } finally {
    await server.remove()
  }
} else
  console.log('No PostgreSQL is found here: the server was tested on the embedded database alone.')
