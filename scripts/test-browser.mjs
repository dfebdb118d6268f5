// Builds the product and runs the browser tests against the real server.
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

run('node', ['scripts/logos.mjs'])
run('node', ['scripts/build.mjs'])
run('npx', ['playwright', 'test', ...process.argv.slice(2)], { BROWSER_PATH: findTestBrowser() })
