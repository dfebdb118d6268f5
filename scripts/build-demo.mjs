// Builds the static demo, dist/demo/, which runs in the browser.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cp, mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join, parse, resolve } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { compileHint, demoFiles } from './code-splitting.mjs'
import { isFresh, markBuilt } from './fresh-build.mjs'

const target = 'dist/demo'
const work = 'dist/demo-parts'
const source = 'src/static-demo'

const pglite = 'node_modules/@electric-sql/pglite/dist'
const stamp = 'dist/.built-demo'

const hashOf = (bytes) => createHash('sha256').update(bytes).digest('hex').slice(0, 10)

/**
 * Compresses a file into the assets, with its hash in the name. Does not use the extension `.gz`,
 * because some hosts treat such files as the compressed form of another file.
 */
async function pack(name, bytes) {
  const packed = gzipSync(bytes, { level: 9 })
  const file = `assets/${name}-${hashOf(bytes)}.bin`
  await mkdir(join(work, 'assets'), { recursive: true })
  await writeFile(join(work, file), packed)
  return { name: file, bytes: packed.length, unpackedBytes: bytes.length }
}

async function packLogos() {
  const names = (await readdir('public/logos')).filter((name) => name.endsWith('.svg'))
  const logos = await Promise.all(
    names.toSorted().map(async (name) => [name, await readFile(`public/logos/${name}`, 'utf8')]),
  )
  return pack('logos', JSON.stringify(logos))
}

async function packSnapshot() {
  const file = join(work, 'snapshot')
  await mkdir(work, { recursive: true })
  execFileSync('npx', ['tsx', `${source}/write-snapshot.ts`, file], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  const packed = await pack('snapshot', await readFile(file))
  await rm(file)
  return packed
}

async function filesBelow(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
}

/** Files of PostgreSQL that are needed only for its setup, other encodings and extensions. */
const spare = new RegExp(
  String.raw`utf8_and_|/pgxs/|libpqwalreceiver|dict_snowball|postgres\.bki|\.sql$|\.sample$|` +
    'errcodes|features|LICENSE',
)

/** A WebAssembly module of a given size, with only an ignored section. */
function emptyModule(size) {
  const module = Buffer.alloc(size)
  Buffer.from([0, 97, 115, 109, 1, 0, 0, 0, 0]).copy(module)
  // The length of the section, as five bytes with seven bits each.
  const length = size - 14
  for (let index = 0; index < 5; index += 1)
    module[9 + index] = ((length >>> (7 * index)) & 127) | (index < 4 ? 128 : 0)
  return module
}

/** The files that PostgreSQL reads besides its data, without those that the demo never needs. */
async function shareFiles() {
  const [data, loader] = await Promise.all([
    readFile(`${pglite}/pglite.data`),
    readFile(`${pglite}/pglite.js`, 'utf8'),
  ])
  const entries = loader.matchAll(
    /"?filename"?:\s*"([^"]+)",\s*"?start"?:\s*(\d+),\s*"?end"?:\s*(\d+)/g,
  )
  for (const [, name, start, end] of entries) {
    if (!spare.test(name)) continue
    const size = Number(end) - Number(start)
    const empty = name.endsWith('.so') ? emptyModule(size) : Buffer.alloc(size, ' ')
    empty.copy(data, Number(start))
  }
  return data
}

/** Adds hashes to the names of files that the start page refers to, so that they can be cached. */
async function hashNames(names) {
  const page = join(target, 'index.html')
  let html = await readFile(page, 'utf8')
  for (const name of names) {
    const { name: base, ext } = parse(name)
    const hashed = `assets/${base}-${hashOf(await readFile(join(target, name)))}${ext}`
    await rename(join(target, name), join(target, hashed))
    html = html.replace(`"./${name}"`, `"./${hashed}"`)
  }
  await writeFile(page, html)
}

/** Writes the files that 404.html refers to into it. */
async function fillNotFoundPage() {
  const page = join(target, '404.html')
  const [html, icon, css, script] = await Promise.all(
    ['404.html', 'favicon.svg', 'start.css', 'color-scheme.js'].map((name) =>
      readFile(join(target, name), 'utf8'),
    ),
  )
  const filled = html
    .replaceAll('./favicon.svg', () => `data:image/svg+xml,${encodeURIComponent(icon)}`)
    .replace(/<link rel="stylesheet".*>/, () => `<style>\n${css}</style>`)
    .replace(/<script src=.*>/, () => `<script>\n${script}</script>`)
    .replace(/<!--.*-->/, '')
  await writeFile(page, filled)
}

if (!process.argv.includes('--force') && (await isFresh(stamp))) process.exit()
const started = new Date()
await rm(target, { recursive: true, force: true })
await rm(work, { recursive: true, force: true })
const [logos, snapshot, wasm, trigrams, share] = await Promise.all([
  packLogos(),
  packSnapshot(),
  readFile(`${pglite}/pglite.wasm`).then((bytes) => pack('postgres', bytes)),
  readFile(`${pglite}/pg_trgm.tar.gz`).then((bytes) => pack('trigrams', gunzipSync(bytes))),
  shareFiles().then((bytes) => pack('share', bytes)),
])
const define = { PACKED_FILES: JSON.stringify({ wasm, share, trigrams, snapshot }) }

/**
 * Modules left out of the worker: the icons from which the catalog is generated, because it is in
 * the snapshot; and the parser of a column type that no table has, because it needs Node.
 */
const leftOut = new Set(['simple-icons', 'postgres-bytea'])
const leaveOut = {
  name: 'leave-out',
  enforce: 'pre',
  resolveId: (id) => (leftOut.has(id) ? `\0${id}` : undefined),
  load: (id) => (leftOut.has(id.slice(1)) ? 'export default undefined' : undefined),
}

await build({
  configFile: false,
  logLevel: 'warn',
  root: source,
  base: './',
  resolve: { tsconfigPaths: true },
  define,
  plugins: [
    tanstackRouter({
      target: 'react',
      routesDirectory: resolve('src/console/pages'),
      generatedRouteTree: resolve('src/console/route-tree.gen.ts'),
      autoCodeSplitting: true,
      quoteStyle: 'single',
    }),
    react(),
  ],
  worker: { format: 'es', plugins: () => [leaveOut] },
  build: {
    outDir: resolve(target),
    emptyOutDir: true,
    target: 'es2022',
    rolldownOptions: {
      output: {
        codeSplitting: { groups: demoFiles },
        postBanner: compileHint,
      },
    },
  },
})
for (const name of ['favicon.svg', 'color-scheme.js', 'sandbox.html'])
  await cp(`public/${name}`, join(target, name))
await fillNotFoundPage()
await hashNames(['start.css', 'check-browser.js', 'color-scheme.js'])
// PGlite refers to these files, but gets the compressed ones.
for (const name of await readdir(join(target, 'assets')))
  if (/\.(wasm|data)$/.test(name)) await rm(join(target, 'assets', name))
await cp(join(work, 'assets'), join(target, 'assets'), { recursive: true })
await rm(work, { recursive: true })

/** Text in other scripts uses system fonts when there is no network. */
const isCached = (name) => !/\.html$|(cyrillic|greek|vietnamese|-ext)-.*\.woff2$/.test(name)
const files = (await filesBelow(target)).filter(isCached)
/** Cached by the worker that starts the database. */
const databaseFiles = [wasm, share, trigrams, snapshot].map(({ name }) => name)
const pageFiles = files.filter((name) => !databaseFiles.includes(name))
const version = hashOf(await readFile(join(target, 'index.html')))
await build({
  configFile: false,
  logLevel: 'warn',
  publicDir: false,
  define: {
    DEMO_FILES: JSON.stringify({ version, files: pageFiles, databaseFiles, logos: logos.name }),
  },
  build: {
    outDir: target,
    emptyOutDir: false,
    target: 'es2022',
    lib: {
      entry: `${source}/service-worker/main.ts`,
      formats: ['iife'],
      name: 'serviceWorker',
      fileName: () => 'service-worker.js',
    },
  },
})
// Without this file, hosts such as GitHub Pages leave files out.
await writeFile(join(target, '.nojekyll'), '')

await markBuilt(stamp, started)

const sizes = await Promise.all(
  [...files, 'index.html', 'service-worker.js'].map(async (name) => {
    const bytes = await readFile(join(target, name))
    return /\.(bin|woff2)$/.test(name) ? bytes.length : gzipSync(bytes).length
  }),
)
const megabytes = sizes.reduce((sum, size) => sum + size, 0) / 1e6
console.log(`${target}: the first visit transfers ${megabytes.toFixed(1)} MB, compressed`)
