// Finds a Chromium: the one in BROWSER_PATH, Playwright's own, or the system's. Without one,
// installs it from the system's packages, or downloads Playwright's.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import { installPackages } from './install-packages.mjs'

/** How tests and measurements start a browser: without what it does besides showing their pages. */
export const browserArguments = [
  '--no-sandbox',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
]

const browsers = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]
/** Chromium without a window system, which runs the same pages in half the time. */
const headlessShells = ['/usr/bin/chromium-headless-shell']

function firstInstalled(paths) {
  return paths.find((path) => path !== undefined && path !== '' && existsSync(path))
}

/** Downloads the Chromium that Playwright brings, and reports failures. Needs no root. */
function download() {
  const playwright = fileURLToPath(import.meta.resolve('@playwright/test/cli'))
  try {
    execFileSync(process.execPath, [playwright, 'install', 'chromium'], { stdio: 'inherit' })
  } catch {
    console.log('Playwright could not download Chromium.')
  }
}

/** Returns the path of a browser with a window, for measurements. @throws when there is none */
export function findBrowser() {
  const paths = [process.env.BROWSER_PATH, chromium.executablePath(), ...browsers]
  if (firstInstalled(paths) === undefined) installPackages(['chromium'])
  if (firstInstalled(paths) === undefined) download()
  const found = firstInstalled(paths)
  if (found !== undefined) return found
  throw new Error(
    'No Chromium was found: install it from your system’s packages, or set BROWSER_PATH to one.',
  )
}

/** Returns the path of the fastest browser for the tests. @throws when there is none */
export function findTestBrowser() {
  const named = firstInstalled([process.env.BROWSER_PATH, chromium.executablePath()])
  if (named !== undefined) return named
  if (firstInstalled(headlessShells) === undefined) installPackages(['chromium-headless-shell'])
  return firstInstalled(headlessShells) ?? findBrowser()
}
