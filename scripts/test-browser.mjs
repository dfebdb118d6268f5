// Builds the product and runs the browser tests, against real servers and the static demo.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { findTestBrowser } from './find-browser.mjs'

async function run(command, args, env = {}) {
  const child = spawn(command, args, {
    stdio: 'inherit',
    env: { ...process.env, ...env },
    shell: process.platform === 'win32',
  })
  const [status] = await once(child, 'exit')
  if (status !== 0) process.exit(status ?? 1)
}

const args = process.argv.slice(2)
const files = args.filter((name) => name.includes('.spec.'))
const needsDemo = files.length === 0 || files.some((name) => name.includes('static-demo'))

await run('node', ['scripts/logos.mjs'])
// In parallel, because each build uses one core. Meanwhile a missing browser is installed.
const builds = Promise.all([
  run('node', ['scripts/build.mjs']),
  needsDemo && run('node', ['scripts/build-demo.mjs']),
])
const browser = findTestBrowser()
await builds
await run('npx', ['playwright', 'test', ...args], { BROWSER_PATH: browser })
