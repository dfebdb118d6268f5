import { defineConfig } from '@playwright/test'
import { masterKey } from './e2e/operator-token'
import { originOf, servers } from './e2e/servers'
import { browserArguments } from './scripts/find-browser.mjs'

/** The browser tests run against real servers with the demo data, and the static demo. */
export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results/e2e',
  fullyParallel: true,
  grepInvert: process.env['LONG_TESTS'] === 'off' ? /@long/ : [],
  // Each waits for its server, its page or the clock for part of the time.
  workers: '150%',
  timeout: 90_000,
  expect: { timeout: 15_000 },
  forbidOnly: process.env['CI'] !== undefined,
  // A race between a test and a busy machine does not hold back a release: what passes the second
  // time is reported as flaky, with a trace to fix it by. Where people work, it fails.
  retries: process.env['CI'] === undefined ? 0 : 1,
  reporter: [['list']],
  use: {
    baseURL: originOf('main'),
    screenshot: 'only-on-failure',
    trace: 'on-first-retry',
    // Without a graphics card, the processor draws each frame of a transition.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      ...(process.env['BROWSER_PATH'] === undefined
        ? {}
        : { executablePath: process.env['BROWSER_PATH'] }),
      // Tabs of a context share a process, and with it compiled code. Chromium would parse scripts
      // while they load, before V8 finds that it has their code. And it would optimize PostgreSQL's
      // WebAssembly at each start of the static demo, which takes longer than it saves.
      args: [
        ...browserArguments,
        '--process-per-site',
        '--js-flags=--no-script-streaming,--liftoff-only',
      ],
    },
  },
  webServer: {
    command: 'node scripts/test-servers.mjs',
    env: { SERVERS: JSON.stringify(servers), MASTER_KEY: masterKey },
    wait: { stdout: /All servers are ready/ },
    timeout: 120_000,
  },
})
