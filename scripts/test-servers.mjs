// The servers of the browser tests, each on data that is made anew, all started at once; says so when every one of them is ready.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'

/** What sets each apart from the others, by name; the first is told the port, and the others follow it. */
const servers = {
  server: { OUTGOING_HTTP: 'on', OUTGOING_NETWORKS: '127.0.0.0/8' },
  // Offers the ten operations of the interface alone.
  'server-ten': { EXTENSIONS: 'off' },
  // Its demo is played and put back.
  'server-demo': {},
}

const first = Number(process.env.PORT)

const children = []
const stop = (signal) => children.forEach((child) => child.kill(signal))
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, stop)

/** Done when the server says where it is, which is all that it prints here. One that ends takes the others with it. */
async function start([name, settings], index) {
  const folder = `test-results/${name}`
  rmSync(folder, { recursive: true, force: true })
  const environment = {
    ...process.env,
    ...settings,
    DEMO: 'on',
    PORT: String(first + index),
    DATA_DIR: folder,
    LOG_LEVEL: 'warn',
  }
  const child = spawn(process.execPath, ['dist/server/main.js', 'serve'], {
    env: environment,
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
