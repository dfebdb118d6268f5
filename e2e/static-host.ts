import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { extname, join, normalize } from 'node:path'
import { gzipSync } from 'node:zlib'
import { listen } from './listen'

const folder = 'dist/demo'
const types: Record<string, string> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
}

/** Fetched by each visit, which looks for a new version. */
const startFiles = new Set(['index.html', 'service-worker.js'])

/**
 * A host of files that knows nothing else: no compression, no cache headers, no other addresses, no
 * redirects to the slash of a folder.
 */
export interface StaticHost {
  /** Where the folder is, with a slash at the end. */
  address: string
  /** An address of the same origin that the demo and its service worker know nothing of. */
  elsewhere: string
  /** The bytes that it has sent. */
  sentBytes(): number
  /** The files that it has sent more than once, the start page apart. */
  sentTwice(): string[]
  /**
   * Sends the start page with status 200 instead of these files, as hosts of applications do for
   * missing files; without files, sends all of them again.
   */
  withhold(files?: RegExp): void
  /**
   * Declares that these files are compressed, so that the browser decompresses them, and gives them
   * the type of pages.
   */
  declareCompressed(files: RegExp): void
  /** Sends another version of the demo from now on, whose start page has this content. */
  publish(addition: string): void
  /** Sends a page of its own with status 200 instead of every file, until it is told to end. */
  maintain(isDown: boolean): void
  /** Compresses every file on its way, also those that are compressed already. */
  compressAll(): void
  stop(): Promise<void>
}

/** Reads a file of another version, which differs in its start page. */
async function readOther(addition: string, file: string): Promise<Buffer> {
  const bytes = await readFile(join(folder, file))
  if (file === 'index.html')
    return Buffer.from(bytes.toString().replace('</head>', `${addition}</head>`))
  if (file !== 'service-worker.js') return bytes
  const startPage = await readFile(join(folder, 'index.html'))
  const version = createHash('sha256').update(startPage).digest('hex').slice(0, 10)
  return Buffer.from(bytes.toString().replaceAll(version, 'another'))
}

/** Serves the built demo below a path. */
export async function startStaticHost(path: string): Promise<StaticHost> {
  let sent = 0
  const counts = new Map<string, number>()
  let withheld: RegExp | undefined
  let published: string | undefined
  let compressed: RegExp | undefined
  let compressesAll = false
  let isInMaintenance = false
  const server = createServer((request, response) => {
    if (isInMaintenance) {
      response.writeHead(200, { 'Content-Type': 'text/html' }).end('Back soon')
      return
    }
    const { pathname } = new URL(request.url ?? '/', 'http://host')
    const isFolder = `${pathname}/` === path
    const below = pathname.slice(path.length)
    const isWithheld = withheld?.test(below) === true
    const file = normalize(below === '' || isWithheld ? 'index.html' : below)
    const isBelow = (isFolder || pathname.startsWith(path)) && !file.startsWith('..')
    const read = () =>
      published === undefined ? readFile(join(folder, file)) : readOther(published, file)
    void (isBelow ? read() : Promise.reject(new Error('elsewhere'))).then(
      (bytes) => {
        sent += bytes.length
        counts.set(file, (counts.get(file) ?? 0) + 1)
        const isDeclared = compressed?.test(file) === true
        const type = isDeclared ? 'text/html' : types[extname(file)]
        response.writeHead(200, {
          'Content-Type': type ?? 'application/octet-stream',
          ...(isDeclared || compressesAll ? { 'Content-Encoding': 'gzip' } : {}),
        })
        response.end(compressesAll ? gzipSync(bytes, { level: 1 }) : bytes)
      },
      () => response.writeHead(404, { 'Content-Type': 'text/plain' }).end('Not found'),
    )
  })
  const origin = await listen(server)
  return {
    address: `${origin}${path}`,
    elsewhere: `${origin}/elsewhere`,
    sentBytes: () => sent,
    sentTwice: () =>
      [...counts]
        .filter(([file, count]) => count > 1 && !startFiles.has(file))
        .map(([file]) => file),
    withhold: (files) => (withheld = files),
    declareCompressed: (files) => (compressed = files),
    publish: (addition) => (published = addition),
    maintain: (isDown) => (isInMaintenance = isDown),
    compressAll: () => (compressesAll = true),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
