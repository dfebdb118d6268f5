// Finds a Chromium for the browser tests: the one that is named, Playwright's own, the system's, or one from the system's packages.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

const systemPaths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

function installed() {
  return [process.env.BROWSER_PATH, chromium.executablePath(), ...systemPaths].find(
    (path) => path !== undefined && path !== '' && existsSync(path),
  )
}

/** The path of a browser. Throws, saying what to do, when there is none and none can be installed. */
export function findBrowser() {
  const found = installed()
  if (found !== undefined) return found
  if (process.platform === 'linux' && process.getuid() === 0 && existsSync('/usr/bin/apt-get')) {
    execFileSync('apt-get', ['update', '-qq'], { stdio: 'inherit' })
    execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], {
      stdio: 'inherit',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
    const fresh = installed()
    if (fresh !== undefined) return fresh
  }
  throw new Error(
    'The browser tests need Chromium: run `npx playwright install chromium`, install it from your system’s packages, or set BROWSER_PATH to one.',
  )
}
