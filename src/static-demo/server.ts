// The worker of the demo: serves the API to the tabs of this browser.
import { areDemoFilesCached, fetchDemoFiles } from './demo-files'
import {
  changedMessage,
  leavingMessage,
  pageLockSchema,
  requestSchema,
  sendResponse,
  type Progress,
} from './messages'
import { storePublicResponses } from './public-responses'
import { sitePath } from './site-path'

type Handle = (request: Request) => Promise<Response>
type Page = MessagePort | typeof self

/** Loads the API while the files of its database are fetched, and starts it. */
async function start(): Promise<Handle> {
  const api = import('./api')
  const isCached = await areDemoFilesCached()
  if (isCached) report({ kind: 'starting' })
  const [files, { startApi }] = await Promise.all([
    fetchDemoFiles((share) => {
      if (!isCached) report({ kind: 'loading', share })
    }),
    api,
  ])
  report({ kind: 'starting' })
  return startApi(files)
}

let progress: Progress = { kind: 'loading', share: 0 }
/** The open pages that this worker serves. */
const pages = new Set<Page>()
/** Whether the last page has left. */
let isUnused = false

function report(next: Progress): void {
  // Other files may still arrive after one was missing.
  if (progress.kind === 'failed') return
  progress = next
  for (const port of pages) port.postMessage(progress)
}

/** About as long as a reload takes to end the previous worker. */
const waitingMilliseconds = 2000
const askMilliseconds = 200

/** Asks other workers to end if they have outlived their pages. Returns what stops asking. */
function askUnusedToEnd(): () => void {
  const others = new BroadcastChannel(`signalbox ${sitePath}`)
  others.addEventListener('message', () => {
    if (isUnused) self.close()
  })
  const timer = setInterval(() => others.postMessage('end if unused'), askMilliseconds)
  return () => clearInterval(timer)
}

/** Only one worker may have the database open; it may belong to another version of the demo. */
async function startAlone(): Promise<Handle> {
  if (!('locks' in navigator)) return start()
  const timer = setTimeout(() => report({ kind: 'waiting' }), waitingMilliseconds)
  const stopAsking = askUnusedToEnd()
  const stopWaiting = () => {
    clearTimeout(timer)
    stopAsking()
  }
  return new Promise((resolve, reject) => {
    void navigator.locks
      .request(`signalbox ${sitePath}`, async () => {
        stopWaiting()
        resolve(await start())
        // Held until the worker ends.
        await new Promise(() => {})
      })
      .catch(async (error: unknown) => {
        stopWaiting()
        // A page that may not store data may not lock anything either, and shares nothing.
        if (error instanceof DOMException && error.name === 'SecurityError') resolve(await start())
        else throw error
      })
      .catch(reject)
  })
}

const started = startAlone()
started.then(
  (handle) => {
    report({ kind: 'ready' })
    storePublicResponses(handle)
  },
  (error: unknown) => {
    report({ kind: 'failed', message: error instanceof Error ? error.message : String(error) })
    endIfFailed()
  },
)

/**
 * Ends a worker that could not start, so that reloading the page starts another. A shared one can
 * fail before the page that started it has connected, which would then never learn of it.
 */
function endIfFailed(): void {
  if (progress.kind === 'failed' && pages.size > 0) self.close()
}

async function handleRequest(request: Request): Promise<Response> {
  const handle = await started
  const response = await handle(request)
  if (request.method !== 'GET') storePublicResponses(handle)
  return response
}

async function respond(page: Page, data: unknown, reply: MessagePort | undefined): Promise<void> {
  const read = requestSchema.safeParse(data)
  if (!read.success || reply === undefined) return
  const { method, url, headers, body } = read.data
  const request = new Request(url, { method, headers, body: body ?? null })
  const response = await handleRequest(request).catch(() => undefined)
  // To the page, it is a request that failed on the way: nobody knows whether it had an effect.
  if (response === undefined) return reply.postMessage(undefined)
  const others = method !== 'GET' && response.ok ? [...pages].filter((other) => other !== page) : []
  await sendResponse(response, reply)
  for (const other of others) other.postMessage(changedMessage)
}

function removePage(port: Page): void {
  pages.delete(port)
  isUnused = pages.size === 0
}

function serve(port: Page): void {
  pages.add(port)
  isUnused = false
  port.addEventListener('message', (event) => {
    if (!(event instanceof MessageEvent)) return
    if (event.data === leavingMessage) return removePage(port)
    const lock = pageLockSchema.safeParse(event.data).data
    if (lock !== undefined) return void navigator.locks.request(lock.name, () => removePage(port))
    // A page that comes back sends requests.
    pages.add(port)
    isUnused = false
    void respond(port, event.data, event.ports[0])
  })
  if (port instanceof MessagePort) port.start()
  port.postMessage(progress)
  endIfFailed()
}

// A shared worker has a port for each page; any other worker serves the page that started it.
if ('SharedWorkerGlobalScope' in self)
  self.addEventListener('connect', (event) => {
    if (event instanceof MessageEvent && event.ports[0] !== undefined) serve(event.ports[0])
  })
else serve(self)
