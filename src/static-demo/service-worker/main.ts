// Caches the files of the demo, and passes API requests back to the page that sent them, because
// the page has the connection to the worker that runs the API.
import { assetCache, fetchFile, isFile } from '../asset-cache'
import { requestThrough } from '../messages'
import { unpack } from '../packed-files'

declare const self: ServiceWorkerGlobalScope
/** Written into this file by the build. */
declare const DEMO_FILES: {
  version: string
  /** The files to cache. */
  files: string[]
  /** The files of the database, which the API's worker caches. */
  databaseFiles: string[]
  /** The pack of logos. */
  logos: string
}

const scope = self.registration.scope
const startPage = `${scope}?version=${DEMO_FILES.version}`
const kept = new Set(DEMO_FILES.files.map((file) => `${scope}${file}`))
const current = new Set([
  startPage,
  ...kept,
  ...DEMO_FILES.databaseFiles.map((file) => `${scope}${file}`),
])

/** @throws if the host sends something else, such as a page about its maintenance */
async function cacheStartPage(): Promise<void> {
  const cache = await caches.open(assetCache)
  const response = await fetch(`${scope}index.html`, { cache: 'no-cache' })
  const text = await response.clone().text()
  if (!response.ok || !text.includes('<main id="start">'))
    throw new Error(`The start page could not be loaded: ${response.status}`)
  await cache.put(startPage, response)
}

const arriving = new Map<string, Promise<Response>>()

async function fetchAndCache(url: string): Promise<Response> {
  // The first page fetched its files before this service worker was active. Without `force-cache`,
  // a host without caching headers would send them again.
  const response = await fetchFile(url, 'force-cache')
  if (!isFile(response)) return response
  const cache = await caches.open(assetCache)
  const isCached = cache.put(url, response.clone())
  void isCached.catch(() => {}).finally(() => arriving.delete(url))
  return response
}

/** Returns a file and caches it. Concurrent requests share one fetch. */
async function file(url: string): Promise<Response> {
  const cache = await caches.open(assetCache)
  const known = await cache.match(url)
  if (known !== undefined) return known
  const fetched = arriving.get(url) ?? fetchAndCache(url)
  arriving.set(url, fetched)
  try {
    const response = await fetched
    if (!isFile(response)) arriving.delete(url)
    return response.clone()
  } catch (error) {
    arriving.delete(url)
    throw error
  }
}

/**
 * Responds to a page with a file. If the host no longer has it, caches the start page that the host
 * has now: reloading the page opens that version, also while this service worker stays active.
 */
async function fileForPage(url: string): Promise<Response> {
  const response = await file(url)
  if (!isFile(response)) await cacheStartPage().catch(() => {})
  return response
}

/** Caches every file that is not cached yet. */
async function cacheFiles(): Promise<void> {
  for (const url of kept) await file(url)
}

/** Whether this version has the file. Its server caches responses at its address and a query. */
const isCurrent = (url: string) => current.has(url) || current.has(url.replace(/\?.*/, ''))

/** Deletes cached files of earlier versions below this path. */
async function deleteOutdated(): Promise<void> {
  const cache = await caches.open(assetCache)
  for (const { url } of await cache.keys())
    if (url.startsWith(scope) && !isCurrent(url)) await cache.delete(url)
}

let logos: Promise<Map<string, string>> | undefined

/** The logos of apps are in one file, because caching thousands of small ones takes minutes. */
async function readLogos(): Promise<Map<string, string>> {
  const url = `${scope}${DEMO_FILES.logos}`
  const cache = await caches.open(assetCache)
  const response = (await cache.match(url)) ?? (await fetch(url))
  const bytes = await unpack(await response.blob())
  const pairs: [string, string][] = await new Response(bytes).json()
  return new Map(pairs)
}

async function logo(name: string): Promise<Response> {
  logos ??= readLogos()
  logos.catch(() => (logos = undefined))
  const text = (await logos).get(name)
  return text === undefined
    ? new Response(null, { status: 404 })
    : new Response(text, { headers: { 'Content-Type': 'image/svg+xml' } })
}

async function relay(request: Request, clientId: string): Promise<Response> {
  const client = await self.clients.get(clientId)
  if (client === undefined) return Response.error()
  return requestThrough((message, transfer) => client.postMessage(message, transfer), request)
}

/** Responds to every page of the console with the start page, which opens the requested page. */
async function page(url: URL): Promise<Response> {
  const path = url.href.slice(scope.length)
  if (path !== '' && !path.startsWith('?') && !path.startsWith('index.html')) {
    const wanted = path.startsWith('api/docs') ? 'reference' : path.replace(/#.*/, '')
    return Response.redirect(`${scope}?open=${encodeURIComponent(wanted)}`)
  }
  const cache = await caches.open(assetCache)
  return (await cache.match(startPage)) ?? fetch(url)
}

self.addEventListener('install', (event) => event.waitUntil(cacheStartPage()))
self.addEventListener('activate', (event) =>
  event.waitUntil(Promise.all([deleteOutdated(), self.clients.claim()])),
)
self.addEventListener('message', (event) => {
  if (event.data?.kind === 'cache files') event.waitUntil(cacheFiles().catch(() => {}))
})
self.addEventListener('fetch', (event) => {
  const { request, clientId } = event
  const url = new URL(request.url)
  if (!request.url.startsWith(scope)) return
  const path = url.pathname.slice(new URL(scope).pathname.length)
  if (request.mode === 'navigate') event.respondWith(page(url))
  else if (path.startsWith('api/')) event.respondWith(relay(request, clientId))
  else if (path.startsWith('logos/')) event.respondWith(logo(path.slice('logos/'.length)))
  else if (request.method === 'GET' && kept.has(request.url))
    event.respondWith(fileForPage(request.url))
})
