// Starts the servers of the browser tests, each with fresh data, and reports when all are ready.
// Their names and settings are in SERVERS, as JSON.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, rmSync } from 'node:fs'
import { seedDemo } from './seed-demo.mjs'

const servers = JSON.parse(process.env.SERVERS)
const program = 'dist/server/main.js'
/** Does not flush to disk, because these servers need not survive a power cut. */
const shared = { ...process.env, DEMO: 'on', LOG_LEVEL: 'warn', EMBEDDED_FSYNC: 'off' }

const demoFolder = 'test-results/demo-data'
rmSync(demoFolder, { recursive: true, force: true })
await seedDemo(program, demoFolder)

const children = []
const stop = (signal) => children.forEach((child) => child.kill(signal))
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, stop)

/** Starts a server and waits for its first output, its address. If one ends, all are stopped. */
async function start({ name, environment }) {
  const folder = `test-results/server-${name}`
  rmSync(folder, { recursive: true, force: true })
  cpSync(demoFolder, folder, { recursive: true })
  // For servers of few tests, optimizing PostgreSQL's WebAssembly takes longer than it saves.
  const options = name === 'main' ? [] : ['--liftoff-only']
  const child = spawn(process.execPath, [...options, program, 'serve'], {
    env: { ...shared, ...environment, DATA_DIR: folder },
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

await Promise.all(servers.map(start))
process.stdout.write('All servers are ready\n')
