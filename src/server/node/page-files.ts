import { z } from 'zod'

const chunkSchema = z.object({
  file: z.string(),
  name: z.string().optional(),
  isEntry: z.boolean().optional(),
  imports: z.array(z.string()).default([]),
})
/** The manifest that Vite writes: what each chunk imports, by its source. */
export const manifestSchema = z.record(z.string(), chunkSchema)
type Manifest = z.infer<typeof manifestSchema>

/** The files into which scripts/code-splitting.mjs bundles pages, and the paths of these pages. */
const gathered = [
  { name: 'workspace', pattern: /^\/w\/[^/]/ },
  { name: 'sign-in', pattern: /^\/sign-in\/?$/ },
]
const pagesFolder = 'src/console/pages/'

/** Whether a chunk belongs to the file with this name, not to one with a longer name. */
function isOf(source: string, name: string): boolean {
  return source.startsWith(`${pagesFolder}${name}.tsx`)
}

/** Returns the paths of the page in a source file, or of the pages in its layout. */
function patternOf(source: string, sources: readonly string[]): RegExp | undefined {
  const name = /^src\/console\/pages\/(.+)\.tsx/.exec(source)?.[1]
  if (name === undefined) return undefined
  const isFrame =
    name.endsWith('/route') ||
    sources.some((other) => other.startsWith(`${pagesFolder}${name}.`) && !isOf(other, name))
  const path = name
    .replace(/(^|[./])(index|route)$/, '')
    .replaceAll('.', '/')
    .replaceAll(/_(?=\/|$)/g, '')
    .replaceAll(/\$\w+/g, '[^/]+')
  return new RegExp(`^/${path}${isFrame ? '(/.*)?' : ''}/?$`)
}

/** Adds the files of a chunk and of everything it imports. */
function addFiles(manifest: Manifest, source: string, files: Set<string>, seen: Set<string>): void {
  const chunk = manifest[source]
  if (chunk === undefined || seen.has(source)) return
  seen.add(source)
  files.add(chunk.file)
  for (const imported of chunk.imports) addFiles(manifest, imported, files, seen)
}

/** Returns a function that lists the files needed by the page at a path. */
export function pageFiles(manifest: Manifest): (path: string) => string[] {
  const sources = Object.keys(manifest)
  const entries = sources.filter((source) => manifest[source]?.isEntry === true)
  const pages = sources
    .filter((source) => source.startsWith(pagesFolder))
    .flatMap((source) => {
      const pattern = patternOf(source, sources)
      return pattern === undefined ? [] : [{ source, pattern }]
    })
  return (path) => {
    const files = new Set<string>()
    const seen = new Set<string>()
    const ofPage = pages.filter(({ pattern }) => pattern.test(path)).map(({ source }) => source)
    const names = new Set(
      gathered.filter(({ pattern }) => pattern.test(path)).map(({ name }) => name),
    )
    const ofGathered = sources.filter((source) => names.has(manifest[source]?.name ?? ''))
    for (const source of [...entries, ...ofGathered, ...ofPage])
      addFiles(manifest, source, files, seen)
    return [...files]
  }
}

/**
 * Names the files that a page needs, so that the browser fetches them at once, but after the first
 * requests of the page: without HTTP/2, it fetches only six files at a time.
 */
export function withPageFiles(html: string, files: readonly string[]): string {
  const names = files.filter((file) => !html.includes(`"/${file}"`)).join(' ')
  return html.replace('<head>', `<head data-files="${names}">`)
}
