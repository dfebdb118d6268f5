import { readFileSync, statSync } from 'node:fs'
import type { z } from 'zod'
import { manifestSchema } from '@/server/node/page-files'
import { figure, type Figure } from './figure'

type Manifest = z.infer<typeof manifestSchema>

const pages = 'src/console/pages/'
/** The chunk with the shell of a workspace's pages and the overview. */
const fileOfFirstPage = 'workspace'
/** Chunks that the shell of all pages loads when it is idle. */
const besideFirstPage = [
  'src/console/layout/messages.tsx',
  'src/console/layout/palette/palette.tsx',
  'src/console/layout/shell/user-menu.tsx',
  'src/console/layout/shell/workspace-switcher.tsx',
  'src/console/ui/lazy-tooltip.tsx',
]

/** Returns the files of chunks and of their static imports. */
function filesOf(
  manifest: Manifest,
  keys: readonly string[],
  found = new Set<string>(),
): Set<string> {
  for (const key of keys) {
    const chunk = manifest[key]
    if (chunk === undefined || found.has(chunk.file)) continue
    found.add(chunk.file)
    filesOf(manifest, chunk.imports, found)
  }
  return found
}

function without(files: Set<string>, ...others: readonly Set<string>[]): Set<string> {
  return new Set([...files].filter((file) => !others.some((other) => other.has(file))))
}

const kilobytes = (files: Iterable<string>) =>
  [...files]
    .filter((file) => file.endsWith('.js'))
    .reduce((sum, file) => sum + statSync(`dist/console/${file}.br`).size, 0) / 1000

function readManifest(): Manifest {
  const text = readFileSync('dist/console-manifest.json', 'utf8')
  return manifestSchema.parse(JSON.parse(text))
}

/** Returns the files that a browser needs before it shows the first page of a workspace. */
function filesOfFirstPage(manifest: Manifest): Set<string> {
  const chunks = Object.entries(manifest)
  const entries = chunks.filter(([, { isEntry }]) => isEntry === true)
  const shells = chunks.filter(
    ([, { name, file }]) => name === fileOfFirstPage && file.endsWith('.js'),
  )
  if (shells.length !== 1)
    throw new Error(`There is not one file '${fileOfFirstPage}' but ${shells.length}`)
  return filesOf(
    manifest,
    [...entries, ...shells].map(([key]) => key),
  )
}

/** Returns the files of each page, by its route. */
function filesOfPages(manifest: Manifest): Map<string, Set<string>> {
  const keys = Object.keys(manifest).filter((key) => key.startsWith(pages) && !key.includes('/-'))
  const files = new Map<string, Set<string>>()
  for (const key of keys) {
    const route = key.slice(pages.length).replace(/\.tsx.*$/, '')
    files.set(route, filesOf(manifest, [key], files.get(route)))
  }
  return files
}

/** Measures the compressed size of the build: for the first page, after it, and for each page. */
export async function javascript(): Promise<Figure[]> {
  const manifest = readManifest()
  const missing = besideFirstPage.filter((key) => manifest[key] === undefined)
  if (missing.length > 0) throw new Error(`No chunks of their own: ${missing.join(', ')}`)
  const initial = filesOfFirstPage(manifest)
  const beside = without(filesOf(manifest, besideFirstPage), initial)
  const further = [...filesOfPages(manifest)]
    .map(([route, files]) => ({
      route,
      size: kilobytes(without(files, initial, beside)),
    }))
    .toSorted((a, b) => b.size - a.size)
  return [
    figure('JavaScript to the first page, compressed', kilobytes(initial), {
      atMost: 165,
      unit: 'kB',
    }),
    figure('… loaded later, for menus, palette and messages', kilobytes(beside), { unit: 'kB' }),
    ...further
      .slice(0, 3)
      .map(({ route, size }) => figure(`… more for ${route}`, size, { atMost: 60, unit: 'kB' })),
  ]
}
