// Starts the demo's server in a worker, then the console in this page.
import '@/console/no-eval'
import { canStoreData, replaceStorage } from './memory-storage'
import {
  changedMessage,
  leavingMessage,
  pageLockSchema,
  progressSchema,
  requestThrough,
  sendResponse,
  type Progress,
} from './messages'
import { findPublicResponse } from './public-responses'
// oxlint-disable-next-line import/default -- the build makes it
import serverAddress from './server?worker&url'
import { sitePath } from './site-path'
import { showOnStartPage } from './start-page'

declare global {
  interface Window {
    /** Set by check-browser.js if this browser can't run the demo. */
    signalboxRefused?: boolean
  }
}

const apiPath = `${sitePath}api/`

/** A worker, or the port to one that the tabs share. */
type Server = Worker | MessagePort

/** Starts the worker, or connects to the one that another tab started. */
function connect(isShared: boolean): Server {
  const options = {
    type: 'module',
    name: `signalbox ${sitePath}`,
    // It keeps running for minutes after its last page closes, so that a reload finds it.
    extendedLifetime: true,
  } as const
  if (!isShared) return new Worker(serverAddress, options)
  const worker = new SharedWorker(serverAddress, options)
  worker.addEventListener('error', showLoadFailure)
  worker.port.start()
  return worker.port
}

const showLoadFailure = () =>
  showOnStartPage({ kind: 'failed', message: 'its worker could not be loaded' })

function progressIn(event: Event): Progress | undefined {
  return progressSchema.safeParse(event instanceof MessageEvent ? event.data : {}).data
}

function showProgress(server: Server): void {
  server.addEventListener('message', (event) => {
    const progress = progressIn(event)
    if (progress !== undefined) showOnStartPage(progress)
  })
  server.addEventListener('error', showLoadFailure)
}

/** Resolves when the start reaches one of the stages. @throws when it fails before */
function untilStage(server: Server, stages: readonly Progress['kind'][]): Promise<void> {
  return new Promise((resolve, reject) => {
    server.addEventListener('message', (event) => {
      const progress = progressIn(event)
      if (progress?.kind === 'failed') reject(new Error(progress.message))
      else if (progress !== undefined && stages.includes(progress.kind)) resolve()
    })
  })
}

/** Resolves when the element has content. */
function untilFilled(element: HTMLElement): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (element.childElementCount === 0) return
      observer.disconnect()
      resolve()
    }
    const observer = new MutationObserver(check)
    observer.observe(element, { childList: true })
    check()
  })
}

/**
 * Renders the console behind the start page, and shows it when the database is running. On later
 * visits, all files are cached: the console appears at once, and its requests wait for the
 * database.
 */
async function showConsole(server: Server): Promise<void> {
  const isLaterVisit = (navigator.serviceWorker?.controller ?? null) !== null
  const [isStarting, isReady] = [
    untilStage(server, ['starting', 'ready']),
    untilStage(server, ['ready']),
  ]
  const [{ renderConsole, queryClient, invalidate }, { createConsoleHistory }] = await Promise.all([
    import('@/console/render'),
    import('./console-history'),
    isLaterVisit ? undefined : isStarting,
  ])
  renderConsole(createConsoleHistory())
  server.addEventListener('message', (event) => {
    if (event instanceof MessageEvent && event.data === changedMessage) void invalidate(queryClient)
  })
  const [start, root] = [document.getElementById('start'), document.getElementById('root')]
  if (start === null || root === null) throw new Error('index.html has no start page')
  await Promise.all([untilFilled(root), isLaterVisit ? isStarting : isReady])
  start.hidden = true
  root.removeAttribute('inert')
  await isReady
  // On later visits, the console has shown responses from the end of the previous visit.
  if (isLaterVisit) void invalidate(queryClient)
}

/** Passes API requests to the server: through the service worker, or directly without one. */
function routeRequests(server: Server): void {
  const post = (message: unknown, transfer: Transferable[]) => server.postMessage(message, transfer)
  // Absent if the browser does not let this page store anything.
  const container: ServiceWorkerContainer | undefined = navigator.serviceWorker
  let isReady = false
  void untilStage(server, ['ready']).then(
    () => (isReady = true),
    () => {},
  )
  container?.addEventListener('message', ({ data, ports }) => {
    void (async () => {
      const kept = isReady ? undefined : await findPublicResponse(serverAddress, data)
      if (kept !== undefined && ports[0] !== undefined) await sendResponse(kept, ports[0])
      else post(data, [...ports])
    })()
  })
  container?.startMessages()
  const fetchFromHost = window.fetch.bind(window)
  window.fetch = async (input, init) => {
    const request = new Request(input, init)
    const { origin, pathname } = new URL(request.url)
    const isApi = origin === location.origin && pathname.startsWith(apiPath)
    if (!isApi || (container?.controller ?? null) !== null) return fetchFromHost(input, init)
    request.signal.throwIfAborted()
    return Promise.race([
      requestThrough(post, request),
      new Promise<never>((_resolve, reject) =>
        request.signal.addEventListener('abort', () => reject(request.signal.reason)),
      ),
    ])
  }
}

/** Lets the worker know when this page is gone. */
function announceLeaving(server: Server): void {
  addEventListener('pagehide', () => server.postMessage(leavingMessage, []))
  if (!('locks' in navigator)) return
  const message = pageLockSchema.parse({ kind: 'page lock', name: crypto.randomUUID() })
  navigator.locks
    .request(message.name, async () => {
      server.postMessage(message, [])
      // Held until the page is gone.
      await new Promise(() => {})
    })
    .catch(() => {
      // A page that may not store data may not lock anything either, and shares no worker.
    })
}

/** Caches the files of the demo, so that it needs no network from now on. */
async function cacheFiles(): Promise<void> {
  const container: ServiceWorkerContainer | undefined = navigator.serviceWorker
  try {
    await container?.register(`${sitePath}service-worker.js`, { scope: sitePath })
    const registration = await container?.ready
    registration?.active?.postMessage({ kind: 'cache files' })
  } catch {
    // Without the cache, the demo works as long as there is a network.
  }
}

/** The server runs in this browser, so the console is never offline. */
function ignoreNetwork(): void {
  Object.defineProperty(navigator, 'onLine', { get: () => true })
  for (const type of ['online', 'offline'])
    window.addEventListener(type, (event) => event.stopImmediatePropagation(), { capture: true })
}

/** Makes the addresses of icons absolute, so that they do not change with the page's address. */
function fixLinks(): void {
  for (const link of document.querySelectorAll('link')) link.setAttribute('href', link.href)
}

async function boot(): Promise<void> {
  if (window.signalboxRefused === true) return
  fixLinks()
  ignoreNetwork()
  const storesData = canStoreData()
  if (!storesData) replaceStorage()
  const server = connect(storesData && 'SharedWorker' in window)
  announceLeaving(server)
  routeRequests(server)
  showProgress(server)
  await showConsole(server)
  await cacheFiles()
}

void boot().catch((error: unknown) =>
  showOnStartPage({
    kind: 'failed',
    message: error instanceof Error ? error.message : String(error),
  }),
)
