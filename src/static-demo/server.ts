// The API and its database, in a worker of the browser: the counterpart of src/server/serve.ts.
import { deriveKey } from '../server/core/derive-key'
import { AuthCache } from '../server/core/auth-cache'
import type { ChangeFeed } from '../server/core/change-feed'
import type { Dependencies, Log } from '../server/core/context'
import { secretBox } from '../server/core/secret-box'
import { serverTokens } from '../server/core/server-tokens'
import { ServiceError } from '../server/core/service-error'
import { hmacSigner } from '../server/core/signer'
import { outboxMailer } from '../server/demo/outbox'
import { withDemoReceiver } from '../server/demo/receiver'
import { addActivity } from '../server/demo/seed'
import { managementApi } from '../server/http/api'
import { runJobs } from '../server/jobs/run-jobs'
import { memoryMeter } from '../server/limits/memory-meter'
import { defaultRetention } from '../server/core/retention'
import { UsageRecorder } from '../server/limits/usage-recorder'
import { openBrowserDatabase } from './database'
import { demoMasterKey } from './master-key'
import { progressSchema, requestSchema, type Progress } from './messages'
import { fetchPacked } from './packed-files'

/** A compressed file that the build wrote, with its size. */
interface PackedFile {
  name: string
  bytes: number
}

/** Written into the bundle by the build. */
declare const PACKED_FILES: { wasm: PackedFile; share: PackedFile; snapshot: PackedFile }

/** The path that the demo is served below, with a slash at the end. */
const sitePath = new URL('../', import.meta.url).pathname

const log: Log = {
  info: () => {},
  error: (facts, message) => console.error(message, facts),
}

/** A request that leaves the browser. */
class OutgoingRequestBlocked extends Error {
  override name = 'OutgoingRefused'
}

const blockOutgoing: typeof fetch = () =>
  Promise.reject(
    new OutgoingRequestBlocked(
      'The demo in the browser sends nothing out: only its built-in receiver can be called',
    ),
  )

/** Responses reach the page whole: it polls instead. */
const noStreams: ChangeFeed = {
  watch() {
    throw new ServiceError('not_found', 'The demo in the browser sends no notices of changes')
  },
  checkNow() {},
  close() {},
}

/** Fetches and starts everything. @param onProgress called with the share that has arrived */
async function start(
  onProgress: (share: number) => void,
  onFetched: () => void,
): Promise<(request: Request) => Promise<Response>> {
  const files = [PACKED_FILES.wasm, PACKED_FILES.share, PACKED_FILES.snapshot]
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0)
  let arrived = 0
  const onBytes = (count: number) => onProgress((arrived += count) / total)
  const [wasm, share, packed] = await Promise.all([
    fetchPacked(`${sitePath}${PACKED_FILES.wasm.name}`, onBytes).then((bytes) =>
      WebAssembly.compile(bytes),
    ),
    fetchPacked(`${sitePath}${PACKED_FILES.share.name}`, onBytes),
    fetchPacked(`${sitePath}${PACKED_FILES.snapshot.name}`, onBytes),
  ])
  onFetched()
  const clock = () => new Date()
  const sealed = await secretBox(await deriveKey(demoMasterKey, 'secrets at rest'))
  const { database, storage, save, restore } = await openBrowserDatabase(
    {
      wasm,
      share: new Blob([share]),
      snapshot: { name: PACKED_FILES.snapshot.name, packed },
      complete: (opened) => addActivity({ database: opened, secretBox: sealed, clock }),
    },
    `signalbox ${sitePath}`,
  )
  const steadyClock = () => new Date(performance.timeOrigin + performance.now())
  const dependencies: Dependencies = {
    database,
    clock,
    secretBox: sealed,
    demo: { isPublic: true, browser: { storage, restore } },
    serverTokens: await serverTokens(await deriveKey(demoMasterKey, 'server tokens')),
    cursorSigner: hmacSigner(await deriveKey(demoMasterKey, 'cursors')),
    fetch: withDemoReceiver(blockOutgoing, { database, clock, secretBox: sealed }),
    log,
    mailer: outboxMailer,
    mirrorOperatorLimits: async () => 'unknown instance',
    meter: memoryMeter(steadyClock),
    authCache: new AuthCache(database, steadyClock),
    changes: noStreams,
    retention: defaultRetention,
    usage: new UsageRecorder(clock),
  }
  const app = managementApi({
    dependencies,
    extensions: true,
    basePath: `${sitePath}api`,
    referencePage: `${sitePath}reference`,
  })
  void runJobs(dependencies, new AbortController().signal)
  return async (request) => {
    const response = await app.fetch(request)
    // What is acknowledged survives a reload.
    if (request.method !== 'GET') await save()
    return response
  }
}

let progress: Progress = { kind: 'loading', share: 0 }
/** The pages that wait for the start. */
const waiting = new Set<MessagePort | typeof self>()

function report(next: Progress): void {
  progress = progressSchema.parse(next)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  for (const port of waiting) port.postMessage(progress)
}

/** A reload takes about as long to end the worker before. */
const waitingMilliseconds = 2000

/** One worker at a time may have the database open; another version of the demo may have one. */
async function startAlone(): Promise<(request: Request) => Promise<Response>> {
  const run = () =>
    start(
      (share) => report({ kind: 'loading', share }),
      () => report({ kind: 'starting' }),
    )
  if (!('locks' in navigator)) return run()
  const timer = setTimeout(() => report({ kind: 'waiting' }), waitingMilliseconds)
  return new Promise((resolve, reject) => {
    void navigator.locks
      .request(`signalbox ${sitePath}`, async () => {
        clearTimeout(timer)
        resolve(await run())
        // Held until the worker ends.
        await new Promise(() => {})
      })
      .catch(async (error: unknown) => {
        clearTimeout(timer)
        // A page that may not keep data may not lock anything either: nothing is shared then.
        if (error instanceof DOMException && error.name === 'SecurityError') resolve(await run())
        else throw error
      })
      .catch(reject)
  })
}

const started = startAlone()
started.then(
  () => report({ kind: 'ready' }),
  (error: unknown) =>
    report({ kind: 'failed', message: error instanceof Error ? error.message : String(error) }),
)

async function respond(data: unknown, reply: MessagePort | undefined): Promise<void> {
  const read = requestSchema.safeParse(data)
  if (!read.success || reply === undefined) return
  const { method, url, headers, body } = read.data
  const handle = await started
  const response = await handle(new Request(url, { method, headers, body: body ?? null }))
  const bytes = await response.arrayBuffer()
  reply.postMessage({ status: response.status, headers: [...response.headers], body: bytes }, [
    bytes,
  ])
}

function serve(port: MessagePort | typeof self): void {
  waiting.add(port)
  port.addEventListener('message', (event) => {
    if (event instanceof MessageEvent) void respond(event.data, event.ports[0])
  })
  if (port instanceof MessagePort) port.start()
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  port.postMessage(progress)
}

// A shared worker has a port for each page; any other worker serves the page that started it.
if ('SharedWorkerGlobalScope' in self)
  self.addEventListener('connect', (event) => {
    if (event instanceof MessageEvent && event.ports[0] !== undefined) serve(event.ports[0])
  })
else serve(self)
