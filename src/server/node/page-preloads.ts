import { z } from 'zod'

const chunkSchema = z.object({
  file: z.string(),
  name: z.string().optional(),
  isEntry: z.boolean().optional(),
  imports: z.array(z.string()).default([]),
  css: z.array(z.string()).default([]),
})
/** The manifest that Vite writes: what each chunk imports, by its source. */
export const manifestSchema = z.record(z.string(), chunkSchema)
type Manifest = z.infer<typeof manifestSchema>

/** The files that scripts/code-splitting.mjs gathers pages in, and the addresses of these pages. */
const gathered = [
  { name: 'workspace', pattern: /^\/w\/[^/]/ },
  { name: 'sign-in', pattern: /^\/sign-in\/?$/ },
]
const pagesFolder = 'src/console/pages/'

/** Whether a chunk is of the file with this name, and not of another that its name begins. */
function isOf(source: string, name: string): boolean {
  return source.startsWith(`${pagesFolder}${name}.tsx`)
}

/** Returns the addresses of the page that a source file holds, or of the pages it frames. */
function patternOf(source: string, sources: readonly string[]): RegExp | undefined {
  const name = /^src\/console\/pages\/(.+)\.tsx/.exec(source)?.[1]
  if (name === undefined || name.split('/').some((part) => part.startsWith('-'))) return undefined
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

/** Adds the files of a chunk, and of all that it can't run without. */
function addFiles(manifest: Manifest, source: string, files: Set<string>, seen: Set<string>): void {
  const chunk = manifest[source]
  if (chunk === undefined || seen.has(source)) return
  seen.add(source)
  for (const css of chunk.css) files.add(css)
  files.add(chunk.file)
  for (const imported of chunk.imports) addFiles(manifest, imported, files, seen)
}

/** Returns a function that names the files that the page at an address needs. */
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
 * Adds links to a page that have the browser fetch files at once, not when it comes across them.
 */
export function withPreloads(html: string, files: readonly string[]): string {
  const links = files
    .filter((file) => !html.includes(`"/${file}"`))
    .map((file) =>
      file.endsWith('.css')
        ? `<link rel="preload" as="style" crossorigin href="/${file}">`
        : `<link rel="modulepreload" crossorigin href="/${file}">`,
    )
  return html.replace('</head>', `${links.join('\n    ')}\n  </head>`)
}
