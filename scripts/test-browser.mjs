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
const isStaticDemo = (name) => name.includes('static-demo')
const files = args.filter((name) => name.includes('.spec.'))
const browser = { BROWSER_PATH: findTestBrowser() }

const withServers = files.length === 0 || !files.every(isStaticDemo)
const withStaticDemo = files.length === 0 ? args.length === 0 : files.some(isStaticDemo)

await run('node', ['scripts/logos.mjs'])
// In parallel, because each build uses one core.
await Promise.all([
  withServers && run('node', ['scripts/build.mjs']),
  withStaticDemo && run('node', ['scripts/build-demo.mjs']),
])
if (withServers)
  await run('npx', ['playwright', 'test', ...args.filter((name) => !isStaticDemo(name))], browser)
if (withStaticDemo) {
  const config = 'e2e/static-demo.config.ts'
  const others = new Set(files.filter((name) => !isStaticDemo(name)))
  await run(
    'npx',
    ['playwright', 'test', '-c', config, ...args.filter((name) => !others.has(name))],
    browser,
  )
}
