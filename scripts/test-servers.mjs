// Starts the servers of the browser tests, each with fresh data, and reports when all are ready.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, rmSync } from 'node:fs'
import { seedDemo } from './seed-demo.mjs'

/**
 * The settings of each server by name. The first listens on PORT, the others on the following
 * ports. Nearly all tests use the first. For the others, optimizing PostgreSQL's WebAssembly takes
 * longer than it saves.
 */
const servers = {
  server: { OUTGOING_HTTP: 'on', OUTGOING_NETWORKS: '127.0.0.0/8' },
  // Serves only the ten operations of the specification.
  'server-ten': { EXTENSIONS: 'off' },
  // For the test that plays the demo's stories and resets the demo.
  'server-demo': {},
  // For the random walks, which can change anything.
  'server-walk': {},
}

const firstPort = Number(process.env.PORT)
const program = 'dist/server/main.js'
/** Does not flush to disk, because these servers need not survive a power cut. */
const environment = { ...process.env, DEMO: 'on', LOG_LEVEL: 'warn', EMBEDDED_FSYNC: 'off' }

const demoFolder = 'test-results/demo-data'
rmSync(demoFolder, { recursive: true, force: true })
await seedDemo(program, demoFolder)

const children = []
const stop = (signal) => children.forEach((child) => child.kill(signal))
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, stop)

/** Starts a server and waits for its first output, its address. If one ends, all are stopped. */
async function start([name, settings], index) {
  const folder = `test-results/${name}`
  rmSync(folder, { recursive: true, force: true })
  cpSync(demoFolder, folder, { recursive: true })
  const options = index === 0 ? [] : ['--liftoff-only']
  const child = spawn(process.execPath, [...options, program, 'serve'], {
    env: {
      ...environment,
      ...settings,
      PORT: String(firstPort + index),
      DATA_DIR: folder,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  child.once('exit', (code) => {
    process.exitCode ??= code ?? 1
    stop('SIGTERM')
  })
  await once(child.stdout, 'data')
  child.stdout.resume()
}

await Promise.all(Object.entries(servers).map(start))
process.stdout.write('All servers are ready\n')
