import { defineConfig } from '@playwright/test'
import { masterKey } from './e2e/operator-token'
import { browserArguments } from './scripts/find-browser.mjs'

const port = Number(process.env['E2E_PORT'] ?? 4690)

/**
 * The browser tests run against real servers with the demo data: one on this port, one with the ten
 * operations only on the next, one for the demo test and one for random walks on the ports after.
 */
export default defineConfig({
  testDir: 'e2e',
  // It has a configuration of its own.
  testIgnore: 'static-demo.spec.ts',
  outputDir: 'test-results/e2e',
  fullyParallel: true,
  workers: 2,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  forbidOnly: process.env['CI'] !== undefined,
  // A race between a test and a busy machine does not hold back a release: what passes the second
  // time is reported as flaky, with a trace to fix it by. Where people work, it fails.
  retries: process.env['CI'] === undefined ? 0 : 1,
  reporter: [['list']],
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    screenshot: 'only-on-failure',
    trace: 'on-first-retry',
    // Without a graphics card, the processor draws each frame of a transition.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      ...(process.env['BROWSER_PATH'] === undefined
        ? {}
        : { executablePath: process.env['BROWSER_PATH'] }),
      args: browserArguments,
    },
  },
  webServer: {
    command: 'node scripts/test-servers.mjs',
    env: { PORT: String(port), MASTER_KEY: masterKey },
    wait: { stdout: /All servers are ready/ },
    timeout: 120_000,
  },
})
