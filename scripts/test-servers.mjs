// The servers of the browser tests, each on data that is made anew, all started at once; says so when every one of them answers.
import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

/** What sets each apart from the others, by name; the first is told the port, and the others follow it. */
const servers = {
  server: { OUTGOING_HTTP: 'on', OUTGOING_NETWORKS: '127.0.0.0/8' },
  // Offers the ten operations of the interface alone.
  'server-ten': { EXTENSIONS: 'off' },
  // Its demo is played and put back.
  'server-demo': {},
}

const first = Number(process.env.PORT)

async function start([name, settings], index) {
  const folder = `test-results/${name}`
  rmSync(folder, { recursive: true, force: true })
  const port = first + index
  const child = spawn(process.execPath, ['dist/server/main.js', 'serve'], { env: { ...process.env, ...settings, PORT: String(port), DATA_DIR: folder, LOG_LEVEL: 'warn' }, stdio: ['ignore', 'ignore', 'inherit'] })
  child.once('exit', (code) => process.exit(code ?? 1))
  while (!(await fetch(`http://127.0.0.1:${port}/`).then(({ ok }) => ok, () => false))) await pause(100)
  return child
}

const children = await Promise.all(Object.entries(servers).map(start))
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => children.forEach((child) => child.kill(signal)))
process.stdout.write('All servers answer\n')
