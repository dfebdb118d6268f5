import { readFileSync, statSync } from 'node:fs'
import { z } from 'zod'
import { figure, type Figure } from './figure'

const chunkSchema = z.object({
  file: z.string(),
  name: z.string().optional(),
  src: z.string().optional(),
  isEntry: z.boolean().optional(),
  imports: z.array(z.string()).default([]),
})
type Manifest = Record<string, z.infer<typeof chunkSchema>>

const pages = 'src/console/pages/'
/** The chunk with the shell of a workspace's pages and the overview; see vite.config.ts. */
const fileOfFirstPage = 'workspace'
/** Chunks that the shell of all pages loads when it is idle. */
const besideFirstPage = [
  'src/console/layout/messages.tsx',
  'src/console/layout/palette.tsx',
  'src/console/layout/user-menu.tsx',
  'src/console/layout/workspace-switcher.tsx',
  'src/console/ui/lazy-tooltip.tsx',
]

/** Returns the files of a chunk and of its static imports. */
function filesOf(manifest: Manifest, name: string, known = new Set<string>()): Set<string> {
  const chunk = manifest[name]
  if (chunk === undefined || known.has(chunk.file)) return known
  known.add(chunk.file)
  for (const imported of chunk.imports) filesOf(manifest, imported, known)
  return known
}

const kilobytes = (files: Iterable<string>) =>
  [...files]
    .filter((file) => file.endsWith('.js'))
    .reduce((sum, file) => sum + statSync(`dist/console/${file}.br`).size, 0) / 1000

/** Measures the compressed size of the build: for the first page, after it, and for each page. */
export async function javascript(): Promise<Figure[]> {
  const manifest = z
    .record(z.string(), chunkSchema)
    .parse(JSON.parse(readFileSync('dist/console-manifest.json', 'utf8')))
  const names = Object.keys(manifest)
  const initial = new Set<string>()
  const chunksOf = (page: string) => names.filter((name) => name.startsWith(`${pages}${page}.tsx`))
  const gathered = names.filter(
    (name) => manifest[name]?.name === fileOfFirstPage && manifest[name].file.endsWith('.js'),
  )
  if (gathered.length !== 1)
    throw new Error(`There is not one file '${fileOfFirstPage}' but ${gathered.length}`)
  for (const name of [...names.filter((name) => manifest[name]?.isEntry === true), ...gathered])
    filesOf(manifest, name, initial)
  const beside = new Set(
    besideFirstPage.flatMap((name) => {
      if (manifest[name] === undefined) throw new Error(`${name} is no chunk of its own`)
      return [...filesOf(manifest, name)].filter((file) => !initial.has(file))
    }),
  )
  const routes = [
    ...new Set(
      names
        .filter((name) => name.startsWith(pages) && !name.includes('/-'))
        .map((name) => name.slice(pages.length).replace(/\.tsx.*$/, '')),
    ),
  ]
  const further = routes
    .map((route) => ({
      route,
      size: kilobytes(
        [...new Set(chunksOf(route).flatMap((name) => [...filesOf(manifest, name)]))].filter(
          (file) => !initial.has(file) && !beside.has(file),
        ),
      ),
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
