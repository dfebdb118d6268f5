// Builds the console and the server into dist/ if a source is newer than the last build.
import { existsSync } from 'node:fs'
import { readFile, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'

const sources = [
  'src',
  'public',
  'index.html',
  'vite.config.ts',
  'tsconfig.json',
  'package-lock.json',
  'scripts/build.mjs',
  'scripts/build-server.mjs',
]
const stamp = 'dist/.built'

async function newestChange(path) {
  const facts = await stat(path)
  if (!facts.isDirectory()) return facts.mtimeMs
  const names = await readdir(path)
  return Math.max(
    facts.mtimeMs,
    ...(await Promise.all(names.map((name) => newestChange(join(path, name))))),
  )
}

async function isFresh() {
  if (!existsSync(stamp)) return false
  const built = (await stat(stamp)).mtimeMs
  return (await Promise.all(sources.map(newestChange))).every((changed) => changed <= built)
}

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

if (!process.argv.includes('--force') && (await isFresh())) process.exit()

const started = new Date()
const { build } = await import('vite')
const { buildServer } = await import('./build-server.mjs')
await build({ logLevel: 'warn' })
// The manifest is for the benchmark and must not be served.
await rename('dist/console/.vite/manifest.json', 'dist/console-manifest.json')
await rm('dist/console/.vite', { recursive: true })
await compressAssets('dist/console/assets')
await buildServer('dist/server')
await writeFile(stamp, '')
await utimes(stamp, started, started)
