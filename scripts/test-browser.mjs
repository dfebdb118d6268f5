// Builds the product and runs the browser tests: against real servers, and of the demo without one.
import { spawnSync } from 'node:child_process'
import { findTestBrowser } from './find-browser.mjs'

const run = (command, args, env = {}) => {
  const { status } = spawnSync(command, args, {
    stdio: 'inherit',
    env: { ...process.env, ...env },
    shell: process.platform === 'win32',
  })
  if (status !== 0) process.exit(status ?? 1)
}

const args = process.argv.slice(2)
const isStaticDemo = (name) => name.includes('static-demo')
const files = args.filter((name) => name.includes('.spec.'))
const browser = { BROWSER_PATH: findTestBrowser() }

run('node', ['scripts/logos.mjs'])
if (files.length === 0 || !files.every(isStaticDemo)) {
  run('node', ['scripts/build.mjs'])
  run('npx', ['playwright', 'test', ...args.filter((name) => !isStaticDemo(name))], browser)
}
if (files.length === 0 ? args.length === 0 : files.some(isStaticDemo)) {
  run('node', ['scripts/build-demo.mjs'])
  const config = 'e2e/static-demo.config.ts'
  const others = new Set(files.filter((name) => !isStaticDemo(name)))
  run(
    'npx',
    ['playwright', 'test', '-c', config, ...args.filter((name) => !others.has(name))],
    browser,
  )
}
