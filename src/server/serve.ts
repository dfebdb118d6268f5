import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { version as packageVersion } from '../../package.json'
import { operatorToken, rotateMasterKey } from './commands'
import type { Dependencies } from './core/context'
import { assertMasterKeyMatches } from './core/secrets/master-key-check'
import { assertNoDemoData } from './demo/demo-data'
import { withDependencies } from './dependencies'
import { fillWhenEmpty } from './fill-when-empty'
import { AddressThrottle } from './http/address-throttle'
import { managementApi, type Phase } from './http/api'
import { runJobs, writeUsageAndRaiseAlerts } from './jobs/run-jobs'
import { clientAddress } from './node/client-address'
import type { Configuration } from './node/configuration'
import { serveCommands } from './node/control-socket'
import { assertIsOwnAddress, createHttpServer, disconnect, onReceived } from './node/http-server'
import { createLog } from './node/log'
import { createMetrics, type Metrics } from './node/metrics'
import { metricsResponse, serveMetrics } from './node/metrics-endpoint'
import type { OpenDatabase } from './node/open-database'
import { staticConsole } from './node/static-console'
import { startTracing, type Tracing } from './node/tracing'
import { closeServer, openConnections, Shutdown } from './shutdown'

/** Beside the folder of the bundled server, whatever folder the process was started in. */
const consoleFolder = fileURLToPath(new URL('../console', import.meta.url))

interface ServeOptions {
  /** Whether to serve the console too, not only the API. */
  withConsole: boolean
}

/**
 * Serves until the process gets a signal to stop. Requests in flight are finished, later ones
 * refused. After a SIGTERM it drains first: it reports that it is not ready, but serves requests.
 */
export async function serve(configuration: Configuration, options: ServeOptions): Promise<void> {
  const { HOST, METRICS_TOKEN, METRICS_PORT } = configuration
  // Opening the database can take long, and creates one at the first start.
  await assertIsOwnAddress(HOST)
  const log = createLog(configuration, 'stdout')
  const tracing = await startTracing(configuration, packageVersion, log)
  const isMeasured = METRICS_TOKEN !== undefined || METRICS_PORT !== undefined
  const metrics = isMeasured ? createMetrics(packageVersion) : undefined
  try {
    await withDependencies(configuration, log, metrics, async (dependencies, open) => {
      await prepareDatabase(dependencies)
      const stopCommands = await serveOtherCommands(configuration, dependencies, open)
      let stopMetrics: (() => void) | undefined
      try {
        if (metrics !== undefined && METRICS_PORT !== undefined)
          stopMetrics = await serveMetrics(metrics, { host: HOST, port: METRICS_PORT })
        const serving = { ...options, metrics, tracing, open }
        await serveUntilStopped(configuration, dependencies, serving)
      } finally {
        stopMetrics?.()
        await stopCommands?.()
      }
    })
  } finally {
    await tracing
      ?.stop()
      .catch((error: unknown) => log.error({ error }, 'the last traces could not be sent'))
  }
}

/** @throws when the configuration does not fit the database */
async function prepareDatabase(dependencies: Dependencies): Promise<void> {
  await fillWhenEmpty(dependencies)
  if (dependencies.demo === undefined) await assertNoDemoData(dependencies.database)
  await assertMasterKeyMatches(dependencies)
}

/** Runs commands that need the data folder, which this process has locked. */
async function serveOtherCommands(
  configuration: Configuration,
  dependencies: Dependencies,
  { backUp }: OpenDatabase,
) {
  if (backUp === undefined) return undefined
  return serveCommands(configuration.DATA_DIR, {
    'operator-token': (name) => operatorToken(dependencies, name === '' ? undefined : name),
    backup: backUp,
    'rotate-master-key': () => rotateMasterKey(dependencies, configuration),
  })
}

interface Serving extends ServeOptions {
  /** Undefined if it is not configured. */
  metrics: Metrics | undefined
  /** Undefined if it is not configured. */
  tracing: Tracing | undefined
  open: Pick<OpenDatabase, 'requests' | 'requestPool' | 'place'>
}

async function serveUntilStopped(
  configuration: Configuration,
  dependencies: Dependencies,
  serving: Serving,
): Promise<void> {
  const shutdown = new Shutdown(configuration.DRAIN_SECONDS)
  shutdown.signal.addEventListener('abort', () => dependencies.changes.close())
  const app = application(configuration, dependencies, serving, () => shutdown.phase)
  const jobs = runJobs(dependencies, shutdown.signal)
  shutdown.listenForSignals()
  try {
    await serveRequests(configuration, app.fetch, serving.open.place, shutdown.signal)
  } finally {
    shutdown.stop()
    await jobs
    await writeUsageAndRaiseAlerts(dependencies).catch((error: unknown) =>
      dependencies.log.error({ error }, 'the last usage could not be written'),
    )
  }
}

/** Builds the application: the API, the console, and metrics for requests with the token. */
function application(
  configuration: Configuration,
  dependencies: Dependencies,
  { metrics, tracing, withConsole, open }: Serving,
  phase: () => Phase,
) {
  const app = managementApi({
    dependencies: { ...dependencies, database: open.requests },
    extensions: configuration.EXTENSIONS,
    basePath: '/api',
    referencePage: '/reference',
    phase,
    addressOf: clientAddress(configuration.TRUST_PROXY),
    disconnect,
    onReceived,
    throttle: new AddressThrottle({
      requestsPerSecond: configuration.ADDRESS_REQUESTS_PER_SECOND,
      failedSignInsPerMinute: configuration.ADDRESS_FAILED_SIGN_INS_PER_MINUTE,
      log: dependencies.log,
    }),
    observeRequest: metrics?.observeRequest,
    traceRequest: tracing?.requestTracer(open.requestPool),
  })
  if (metrics !== undefined && configuration.METRICS_TOKEN !== undefined) {
    const respond = metricsResponse(metrics, configuration.METRICS_TOKEN)
    app.get('/metrics', (context) => respond(context.req.raw))
  }
  if (withConsole) app.route('/', staticConsole(consoleFolder))
  return app
}

function urlOf(listening: AddressInfo | string | null): string {
  if (listening === null || typeof listening === 'string') throw new Error('There is no port')
  const { address, port } = listening
  return `http://${address.includes(':') ? `[${address}]` : address}:${port}`
}

/** Listens for requests until the signal. Prints the address, and where the data is. */
function serveRequests(
  { PORT, HOST }: Configuration,
  fetch: (request: Request) => Response | Promise<Response>,
  place: string,
  stopping: AbortSignal,
): Promise<void> {
  return new Promise((settle, fail) => {
    const server = createHttpServer(fetch, HOST)
    // A full disk must not end the server.
    process.stdout.on('error', () => {})
    server.listen(PORT, HOST, () =>
      process.stdout.write(
        `\n  Signalbox is at ${urlOf(server.address())}\n  Its data is in ${place}\n\n`,
      ),
    )
    const connections = openConnections(server)
    server.on('error', ({ message }) => fail(new Error(`PORT, HOST: ${message}`)))
    stopping.addEventListener('abort', () =>
      closeServer(server, connections, (error) => (error === undefined ? settle() : fail(error))),
    )
  })
}
