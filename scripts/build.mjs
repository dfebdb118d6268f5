// Builds the console and the server into dist/ if a source is newer than the last build.
import { readFile, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { isFresh, markBuilt } from './fresh-build.mjs'

const stamp = 'dist/.built'

/**
 * Writes a `.br` and a `.gz` file next to each asset, so that the server need not compress them.
 */
async function compressAssets(folder) {
  const assets = (await readdir(folder)).filter((name) => /\.(js|css|svg|json)$/.test(name))
  await Promise.all(
    assets.map(async (name) => {
      const file = join(folder, name)
      const bytes = await readFile(file)
      await Promise.all([
        promisify(brotliCompress)(bytes).then((packed) => writeFile(`${file}.br`, packed)),
        promisify(gzip)(bytes, { level: 9 }).then((packed) => writeFile(`${file}.gz`, packed)),
      ])
    }),
  )
}

if (!process.argv.includes('--force') && (await isFresh(stamp))) process.exit()

const started = new Date()
const { build } = await import('vite')
const { buildServer } = await import('./build-server.mjs')
await build({ logLevel: 'warn' })
// The server reads the manifest for preload links, and must not serve it.
await rename('dist/console/.vite/manifest.json', 'dist/console-manifest.json')
await rm('dist/console/.vite', { recursive: true })
await compressAssets('dist/console/assets')
await buildServer('dist/server')
await markBuilt(stamp, started)
