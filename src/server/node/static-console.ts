import { existsSync } from 'node:fs'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { pageHeaders } from './page-headers'

/** Files with a content hash in their name, which never change. */
const hashed = /^.*\/assets\//

/** Serves the built console at every path outside the API. */
export function staticConsole(folder: string): Hono {
  if (!existsSync(`${folder}/index.html`))
    throw new Error(`No console found in ${folder}: build it first (npm run build)`)
  const app = new Hono()
  app.use(pageHeaders)
  app.use(
    '/*',
    serveStatic({
      root: folder,
      precompressed: true,
      onFound: (path, context) =>
        context.header(
          'Cache-Control',
          hashed.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache',
        ),
    }),
  )
  // A missing file is a 404. Every other path gets index.html, and the console routes it.
  app.get('/*', async (context, next) =>
    /\.\w+$/.test(context.req.path) ? context.notFound() : next(),
  )
  app.get(
    '/*',
    serveStatic({
      root: folder,
      path: 'index.html',
      onFound: (_path, context) => context.header('Cache-Control', 'no-cache'),
    }),
  )
  return app
}
