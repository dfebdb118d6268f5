// Runs the server's tests, or those that are named, on PostgreSQL: the one that TEST_DATABASE_URL names, else a throw-away one where its programs are found.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

function programs() {
  const versions = '/usr/lib/postgresql'
  const folders = existsSync(versions)
    ? readdirSync(versions)
        .sort((a, b) => Number(b) - Number(a))
        .map((version) => join(versions, version, 'bin'))
    : []
  return [...folders, '/opt/homebrew/opt/postgresql/bin', '/usr/local/bin'].find((folder) =>
    existsSync(join(folder, 'initdb')),
  )
}

const freePort = () =>
  new Promise((settle) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => settle(port))
    })
  })

/** What starts servers on an embedded database of their own, or needs none: here it would be tested a second time. */
const onTheirOwn = [
  'src/server/main.test.ts',
  'src/server/deliveries.test.ts',
  'src/server/node/**',
]
const named = process.argv.slice(2)
const wanted =
  named.length > 0 ? named : ['src/server', ...onTheirOwn.map((files) => `--exclude=${files}`)]

function test(address) {
  return (
    spawnSync('npx', ['vitest', 'run', ...wanted], {
      stdio: 'inherit',
      env: { ...process.env, TEST_DATABASE_URL: address },
    }).status ?? 1
  )
}

async function withThrowAwayServer(folder) {
  const data = mkdtempSync(join(tmpdir(), 'signalbox-postgres-'))
  // PostgreSQL refuses to run as root.
  const isRoot = process.getuid?.() === 0
  if (isRoot) execFileSync('chown', ['postgres', data])
  const run = (program, ...args) =>
    isRoot
      ? execFileSync('runuser', ['-u', 'postgres', '--', join(folder, program), ...args], {
          cwd: data,
          stdio: 'ignore',
        })
      : execFileSync(join(folder, program), args, { stdio: 'ignore' })
  const port = await freePort()
  try {
    run(
      'initdb',
      '-D',
      join(data, 'db'),
      '-U',
      'postgres',
      '-A',
      'trust',
      '-E',
      'UTF8',
      '--locale=C.UTF-8',
    )
    run(
      'pg_ctl',
      '-D',
      join(data, 'db'),
      '-o',
      `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${data} -c fsync=off`,
      '-w',
      '-l',
      join(data, 'log'),
      'start',
    )
    return test(`postgres://postgres@127.0.0.1:${port}/postgres`)
  } finally {
    try {
      run('pg_ctl', '-D', join(data, 'db'), '-m', 'immediate', 'stop')
    } catch {
      // It never came up: there is nothing to stop.
    }
    rmSync(data, { recursive: true, force: true })
  }
}

const folder = programs()
if (process.env.TEST_DATABASE_URL) process.exitCode = test(process.env.TEST_DATABASE_URL)
else if (folder !== undefined) process.exitCode = await withThrowAwayServer(folder)
else
  console.log('No PostgreSQL is found here: the server was tested on the embedded database alone.')
