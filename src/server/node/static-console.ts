import { existsSync } from 'node:fs'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { secureHeaders } from 'hono/secure-headers'

/** What the pages may load: only what this server hands out, and any engine's API. */
const policy = {
  defaultSrc: ["'self'"],
  scriptSrc: ["'self'"],
  // The component library sizes things by style attributes.
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", 'data:', 'https:', 'http:'],
  fontSrc: ["'self'", 'data:'],
  connectSrc: ["'self'", 'https:', 'http:'],
  workerSrc: ["'self'", 'blob:'],
  objectSrc: ["'none'"],
  baseUri: ["'none'"],
  formAction: ["'self'"],
  frameAncestors: ["'none'"],
}

const hashed = /^.*\/assets\//
const apiReference = 'node_modules/@scalar/api-reference/dist/browser/standalone.js'

const documentation = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Signalbox API</title>
    <link rel="icon" href="/favicon.svg">
  </head>
  <body>
    <script id="api-reference" data-url="/api/openapi.json" data-configuration='{"withDefaultFonts":false,"telemetry":false,"hideClientButton":true,"showDeveloperTools":"never","agent":{"disabled":true}}'></script>
    <script src="/api/docs/reference.js"></script>
  </body>
</html>
`

/** Serves the built console at every address that is not the API’s, and the API’s documentation. */
export function staticConsole(folder: string, { documented }: { documented: boolean }): Hono {
  if (!existsSync(`${folder}/index.html`)) throw new Error(`There is no console in ${folder}: build it first (npm run build)`)
  const app = new Hono()
  app.use(secureHeaders({ contentSecurityPolicy: policy, xFrameOptions: 'DENY', crossOriginResourcePolicy: 'same-origin' }))
  if (documented) {
    app.get('/api/docs', (context) => context.html(documentation))
    app.get('/api/docs/reference.js', serveStatic({ path: apiReference }))
  }
  app.use(
    '/*',
    serveStatic({
      root: folder,
      precompressed: true,
      onFound: (path, context) => context.header('Cache-Control', hashed.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache'),
    }),
  )
  // A file that is not there is no page; any other address is one, which the console finds itself.
  app.get('/*', async (context, next) => (/\.\w+$/.test(context.req.path) ? context.notFound() : next()))
  app.get('/*', serveStatic({ root: folder, path: 'index.html', onFound: (_path, context) => context.header('Cache-Control', 'no-cache') }))
  return app
}
