import { defineConfig } from '@playwright/test'

const port = Number(process.env['E2E_PORT'] ?? 4690)
/** A second server, which offers the ten operations of the interface alone. */
const tenOperationsPort = port + 1
/** A third one, whose demo is played and put back. */
const demoPort = port + 2

/** The browser tests: real servers with the demo’s data, each in a data folder of its own that is made anew. */
export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results/e2e',
  fullyParallel: true,
  workers: 2,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  forbidOnly: process.env['CI'] !== undefined,
  retries: 0,
  reporter: [['list']],
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(process.env['BROWSER_PATH'] === undefined ? {} : { executablePath: process.env['BROWSER_PATH'] }),
      args: ['--no-sandbox', '--disable-quic', '--disable-background-networking', '--disable-component-update'],
    },
  },
  webServer: [
    {
      command: 'node scripts/test-server.mjs',
      url: `http://127.0.0.1:${port}/api/ready`,
      env: { PORT: String(port), DATA_DIR: 'test-results/server', LOG_LEVEL: 'warn', OUTGOING_HTTP: 'on', OUTGOING_NETWORKS: '127.0.0.0/8' },
      timeout: 60_000,
      stdout: 'ignore',
    },
    {
      command: 'node scripts/test-server.mjs',
      url: `http://127.0.0.1:${tenOperationsPort}/`,
      env: { PORT: String(tenOperationsPort), DATA_DIR: 'test-results/server-ten', LOG_LEVEL: 'warn', EXTENSIONS: 'off' },
      timeout: 60_000,
      stdout: 'ignore',
    },
    {
      command: 'node scripts/test-server.mjs',
      url: `http://127.0.0.1:${demoPort}/api/ready`,
      env: { PORT: String(demoPort), DATA_DIR: 'test-results/server-demo', LOG_LEVEL: 'warn' },
      timeout: 60_000,
      stdout: 'ignore',
    },
  ],
})
