import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

const api = `http://127.0.0.1:${process.env['PORT'] ?? 4600}`

/** What the first page stands on is one file: sixty small ones take longer to fetch, and compress worse. */
const startOfConsole = /src\/console\/(main|pages\/(__root|w\/\$workspaceId\/(route|index)))\.tsx/

export default defineConfig({
  plugins: [
    tanstackRouter({
      target: 'react',
      routesDirectory: 'src/console/pages',
      generatedRouteTree: 'src/console/route-tree.gen.ts',
      autoCodeSplitting: true,
      quoteStyle: 'single',
    }),
    react(),
  ],
  build: {
    outDir: 'dist/console',
    target: 'es2022',
    manifest: true,
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'start', test: startOfConsole }] } } },
  },
  server: { host: '127.0.0.1', proxy: { '/api': api } },
  // A busy machine is no fault: what hangs is found by the limits, not what is slow.
  test: { include: ['src/**/*.test.ts'], globalSetup: 'src/server/testing/migrated-database.ts', testTimeout: 60_000, hookTimeout: 120_000 },
})
