// Bundles the server into one file; its dependencies stay in node_modules.
import { build } from 'vite'

/** Writes `main.js` and its source map into the folder. Plugins may change the code. */
export async function buildServer(outDir, plugins = []) {
  await build({
    configFile: false,
    plugins,
    logLevel: 'warn',
    publicDir: false,
    build: {
      ssr: 'src/server/main.ts',
      outDir,
      target: 'node20',
      emptyOutDir: true,
      sourcemap: true,
    },
  })
}
