// Bundles the server into one file; most of its dependencies stay in node_modules.
import { build } from 'vite'

/**
 * Dependencies of many small files, which go into the bundle: loading each file on its own takes
 * half a second of processor time at each start. Those in CommonJS don't start faster bundled.
 */
const bundled = ['hono', 'jose', 'kysely', 'nodemailer', 'uuid', 'zod']

/** Writes `main.js` and its source map into the folder. */
export async function buildServer(outDir) {
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    resolve: { tsconfigPaths: true },
    ssr: { noExternal: bundled },
    build: {
      ssr: 'src/server/main.ts',
      outDir,
      target: 'node20',
      emptyOutDir: true,
      sourcemap: true,
    },
  })
}
