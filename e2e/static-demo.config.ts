import { defineConfig } from '@playwright/test'
import config from '../playwright.config'

const { webServer: _servers, testIgnore: _ignored, ...shared } = config

/** The tests of the demo that runs in a browser: no server of ours is there. */
export default defineConfig({
  ...shared,
  testDir: '.',
  testMatch: 'static-demo.spec.ts',
  outputDir: '../test-results/static-demo',
})
