import { existsSync, readFileSync } from 'node:fs'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono, type MiddlewareHandler } from 'hono'
import { compress } from 'hono/compress'
import { manifestSchema, pageFiles, withPageFiles } from './page-files'
import { pageHeaders, sandboxHeaders } from './page-headers'

/** Files with a content hash in their name, which never change. */
const hashed = /^.*\/assets\//

/** Returns the files that each page needs, from the manifest of the build; none without one. */
function readPageFiles(manifest: string): (path: string) => string[] {
  return existsSync(manifest)
    ? pageFiles(manifestSchema.parse(JSON.parse(readFileSync(manifest, 'utf8'))))
    : () => []
}

/**
 * Has files sent whole, which a server may always do: `serveStatic` answers a range that it cannot
 * read, or several, with a 206 of the whole file.
 */
const ignoreRange: MiddlewareHandler = (context, next) => {
  context.req.raw.headers.delete('Range')
  return next()
}

/** Serves the built console at every path outside the API. */
export function staticConsole(folder: string): Hono {
  if (!existsSync(`${folder}/index.html`))
    throw new Error(`No console found in ${folder}: build it first (npm run build)`)
  const html = readFileSync(`${folder}/index.html`, 'utf8')
  const scripts = [...html.matchAll(/<script>([^]*?)<\/script>/g)].map(([, script = '']) => script)
  const filesOf = readPageFiles(`${folder}-manifest.json`)
  const app = new Hono()
  const ofPages = pageHeaders(scripts)
  const ofSandbox = sandboxHeaders()
  app.use((context, next) =>
    context.req.path === '/sandbox.html' ? ofSandbox(context, next) : ofPages(context, next),
  )
  app.get('/index.html', (context) => context.redirect('/'))
  app.use(
    '/*',
    ignoreRange,
    serveStatic({
      root: folder,
      precompressed: true,
      // `/` is served by the fallback below.
      rewriteRequestPath: (path) => (path.endsWith('/') ? '/no-file' : path),
      onFound: (path, context) =>
        context.header(
          'Cache-Control',
          hashed.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache',
        ),
    }),
  )
  // A missing file is a 404. Every other path gets index.html, and the console routes it. The path
  // of a workspace's page can end with a key, which can have dots.
  app.get('/*', async (context, next) =>
    /^(?!\/w\/).*\.\w+$/.test(context.req.path) ? context.notFound() : next(),
  )
  app.get('/*', compress(), (context) => {
    context.header('Cache-Control', 'no-cache')
    return context.html(withPageFiles(html, filesOf(context.req.path)))
  })
  return app
}
