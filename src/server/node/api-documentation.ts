import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { pageHeaders } from './page-headers'

const apiReference = 'node_modules/@scalar/api-reference/dist/browser/standalone.js'

const page = `<!doctype html>
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

/** A page to browse the API, with the program that draws it. */
export function apiDocumentation(): Hono {
  const app = new Hono()
  app.use(pageHeaders)
  app.get('/', (context) => context.html(page))
  app.get('/reference.js', serveStatic({ path: apiReference }))
  return app
}
