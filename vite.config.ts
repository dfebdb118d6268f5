import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

const api = `http://127.0.0.1:${process.env['PORT'] ?? 4600}`

/**
 * What every page stands on is one file, and what every page of a workspace stands on another: sixty small ones take longer
 * to fetch, and compress worse. The second is fetched while the workspace is read. React, a third of the first, is beside it:
 * what the browser compiles is in smaller pieces.
 */
const startingFiles = [
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
  {
    name: 'start',
    test: /src\/console\/(main|pages\/__root|api\/demo|ui\/link-anchor|layout\/workspace-badges)\.tsx?/,
  },
  { name: 'workspace', test: /src\/console\/pages\/w\/\$workspaceId\/(route|index)\.tsx/ },
]

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
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: startingFiles.map((file, index) => ({
            ...file,
            priority: startingFiles.length - index,
          })),
        },
      },
    },
  },
  server: { host: '127.0.0.1', proxy: { '/api': { target: api, changeOrigin: false } } },
  // On every processor: by itself the runner leaves one of two idle. A busy machine is no fault: what hangs is found by the limits, not what is slow.
  test: {
    maxWorkers: '100%',
    include: ['src/**/*.test.ts'],
    globalSetup: 'src/server/testing/migrated-database.ts',
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
})
