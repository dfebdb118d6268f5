import type { Socket } from 'node:net'
import { parseArgs } from 'node:util'
import { serve } from '@hono/node-server'
import pino from 'pino'
import { version as packageVersion } from '../../package.json'
import { growCatalog, isDemo, assertNoDemoData, removeDemo, resetDemo, seedDemo } from './demo/seed'
import { outboxMailer } from './demo/outbox'
import { withDemoReceiver } from './demo/receiver'
import { AddressThrottle } from './http/address-throttle'
import { managementApi } from './http/api'
import { runJobs, writeUsageAndRaiseAlerts } from './jobs/run-jobs'
import { restore } from './node/backup'
import { clientAddress } from './node/client-address'
import { readConfiguration, type Configuration } from './node/configuration'
import { runOnServer, saveFromServer, serveCommands, writeCompletely } from './node/control-socket'
import { masterKey } from './node/master-key'
import { createMetrics, metricsResponse, serveMetrics, type Metrics } from './node/metrics'
import { identityProviderOf } from './node/identity-provider'
import { smtpMailer } from './node/mailer'
import { openDatabase, type OpenDatabase } from './node/open-database'
import { outgoingFetch } from './node/outgoing-fetch'
import { serviceInstances } from './node/service-instances'
import { sendUnreadable } from './node/unreadable-request'
import { staticConsole } from './node/static-console'
import { startTracing, type Tracing } from './node/tracing'
import type { Authenticated, Log, Dependencies } from './core/context'
import { memoryMeter } from './limits/memory-meter'
import { databaseLedger } from './limits/ledger'
import { SharedMeter } from './limits/shared-meter'
import { UsageRecorder } from './limits/usage-recorder'
import { derivedKey } from './core/derived-key'
import { resealSecrets } from './core/reseal-secrets'
import { secretBox } from './core/secret-box'
import { AuthCache } from './core/auth-cache'
import { hmacSigner } from './core/signer'
import { serverTokens } from './core/server-tokens'
import { assertMasterKeyMatches } from './core/master-key-check'
import { DatabaseChangeFeed } from './services/changes/feed'
import { createOrganization, hasOrganization } from './services/organizations/create'

const usage = `signalbox serve              serve the console and the API
signalbox operator-token     print an operator token that is valid for an hour
signalbox backup FILE        back up the embedded database, also while the server runs
signalbox restore FILE       restore a backup into an empty DATA_DIR
signalbox rotate-master-key  seal every secret under MASTER_KEY, those under MASTER_KEY_PREVIOUS too
signalbox demo-reset         reset the demo data
signalbox demo-remove        delete the demo data; with --all, workspaces added to the demo too
signalbox seed --apps 100000 generate a public catalog of that size`

const consoleFolder = 'dist/console'
/**
 * How long a connection without requests stays open: longer than the 60 seconds that load balancers
 * keep theirs, so that none sends a request on a connection that is just being closed.
 */
const idleConnectionMilliseconds = 75_000
/** How long a shutdown waits for requests in flight, and for everything. */
const shutdownMilliseconds = { requests: 8000, all: 9500 } as const

/** What watches the server, where it is configured. */
interface Observers {
  metrics: Metrics | undefined
  tracing: Tracing | undefined
}

/** Builds the dependencies from the configuration, runs the work, and closes the database. */
async function withDependencies<Result>(
  configuration: Configuration,
  log: Log,
  { metrics, tracing }: Observers,
  work: (dependencies: Dependencies, open: OpenDatabase) => Promise<Result>,
): Promise<Result> {
  const open = await openDatabase(configuration, {
    log,
    observePool: (name) => metrics?.poolObserver(name),
  })
  const clock = () => new Date()
  // Keeps its pace when the system clock is set.
  const steadyClock = () => new Date(performance.timeOrigin + performance.now())
  const shared = open.metering && new SharedMeter(databaseLedger(open.metering))
  try {
    const master = await masterKey(configuration.MASTER_KEY, configuration.DATA_DIR)
    const previous =
      configuration.MASTER_KEY_PREVIOUS === undefined
        ? undefined
        : await masterKey(configuration.MASTER_KEY_PREVIOUS, configuration.DATA_DIR)
    const keysFor = async (purpose: string) =>
      [
        await derivedKey(master, purpose),
        previous === undefined ? undefined : await derivedKey(previous, purpose),
      ] as const
    const sealed = await secretBox(...(await keysFor('secrets at rest')))
    const calling = outgoingFetch({
      networks: configuration.OUTGOING_NETWORKS,
      http: configuration.OUTGOING_HTTP,
    })
    const observed = (fetch: typeof globalThis.fetch) => metrics?.observeFetch(fetch) ?? fetch
    const outgoing = observed(calling)
    const authCache = new AuthCache<Authenticated>(open.requests, steadyClock)
    const dependencies: Dependencies = {
      database: open.jobs,
      clock,
      secretBox: sealed,
      demo: configuration.DEMO ? { isPublic: configuration.DEMO_PUBLIC } : undefined,
      serverTokens: await serverTokens(...(await keysFor('server tokens'))),
      cursorSigner: hmacSigner(...(await keysFor('cursors'))),
      fetch: configuration.DEMO
        ? withDemoReceiver(outgoing, { database: open.jobs, clock, secretBox: sealed })
        : outgoing,
      log,
      mailer: smtpMailer(configuration) ?? (configuration.DEMO ? outboxMailer : undefined),
      mirrorOperatorLimits: serviceInstances(configuration.SERVICE_INSTANCES),
      retention: {
        history: configuration.HISTORY_DAYS,
        deliveries: configuration.DELIVERY_DAYS,
        usage: configuration.USAGE_DAYS,
      },
      identityProvider: identityProviderOf(configuration, observed),
      meter: shared ?? memoryMeter(steadyClock),
      authCache,
      changes: new DatabaseChangeFeed({ database: open.requests, clock, log, authCache }),
      usage: new UsageRecorder(clock),
    }
    metrics?.observeUsage(dependencies.usage)
    metrics?.observeQueues(open.jobs)
    return await work(dependencies, open)
  } finally {
    await shared
      ?.settle()
      .catch((error: unknown) => log.error({ error }, 'the last requests could not be counted'))
    await open.close()
    await tracing
      ?.stop()
      .catch((error: unknown) => log.error({ error }, 'the last traces could not be sent'))
  }
}

/**
 * Creates the organization of a new database: the demo's, or an empty one. If several servers start
 * at once, one of them succeeds.
 */
async function fillWhenEmpty(dependencies: Dependencies): Promise<void> {
  if (await hasOrganization(dependencies.database)) return
  try {
    await (dependencies.demo === undefined
      ? createOrganization(dependencies)
      : seedDemo(dependencies))
  } catch (error) {
    if (!(await hasOrganization(dependencies.database))) throw error
  }
}

/**
 * Serves until the process gets a signal to stop. Requests in flight are finished, later ones
 * refused. After a SIGTERM it first drains: it is not ready, but serves what still arrives.
 */
async function serveUntilStopped(
  configuration: Configuration,
  dependencies: Dependencies,
  parts: Observers & { console: boolean } & Pick<OpenDatabase, 'requests' | 'requestPool'>,
): Promise<void> {
  const stopping = new AbortController()
  let isDraining = false
  const app = managementApi({
    dependencies: { ...dependencies, database: parts.requests },
    extensions: configuration.EXTENSIONS,
    basePath: '/api',
    referencePage: '/reference',
    phase: () => (stopping.signal.aborted ? 'stopping' : isDraining ? 'draining' : 'serving'),
    addressOf: clientAddress(configuration.TRUST_PROXY),
    throttle: new AddressThrottle({
      requestsPerSecond: configuration.ADDRESS_REQUESTS_PER_SECOND,
      failedSignInsPerMinute: configuration.ADDRESS_FAILED_SIGN_INS_PER_MINUTE,
      log: dependencies.log,
    }),
    observeRequest: parts.metrics?.observeRequest,
    traceRequest: parts.tracing?.requestTracer(parts.requestPool),
  })
  if (parts.metrics !== undefined && configuration.METRICS_TOKEN !== undefined) {
    const respond = metricsResponse(parts.metrics, configuration.METRICS_TOKEN)
    app.get('/metrics', (context) => respond(context.req.raw))
  }
  if (parts.console) app.route('/', staticConsole(consoleFolder))

  const jobs = runJobs(dependencies, stopping.signal)
  const listening = new Promise<void>((settle, fail) => {
    const server = serve(
      {
        fetch: app.fetch,
        port: configuration.PORT,
        hostname: configuration.HOST,
        serverOptions: { requestTimeout: 60_000, keepAliveTimeout: idleConnectionMilliseconds },
      },
      ({ address, port }) => {
        const host = address.includes(':') ? `[${address}]` : address
        process.stdout.write(`\n  Signalbox is at http://${host}:${port}\n\n`)
      },
    )
    server.on('error', fail)
    server.on('clientError', sendUnreadable)
    const connections = new Set<Socket>()
    server.on('connection', (connection: Socket) => {
      connections.add(connection)
      connection.once('close', () => connections.delete(connection))
    })
    const stop = () => {
      if (stopping.signal.aborted) return
      stopping.abort()
      dependencies.changes.close()
      server.close((error) => (error === undefined ? settle() : fail(error)))
      if ('closeIdleConnections' in server) server.closeIdleConnections()
      // Those that browsers open in advance are not idle for Node until their first request.
      for (const connection of connections) if (connection.bytesRead === 0) connection.destroy()
      setTimeout(
        () => 'closeAllConnections' in server && server.closeAllConnections(),
        shutdownMilliseconds.requests,
      ).unref()
      // A mail server or database that hangs must not hold up the process; the next one resumes its
      // work.
      setTimeout(() => process.exit(), shutdownMilliseconds.all).unref()
    }
    process.on('SIGTERM', () => {
      // A second signal stops the server at once.
      const seconds = isDraining ? 0 : configuration.DRAIN_SECONDS
      isDraining = true
      setTimeout(stop, seconds * 1000)
    })
    process.on('SIGINT', stop)
  })
  try {
    await listening
  } finally {
    stopping.abort()
    await jobs
    await writeUsageAndRaiseAlerts(dependencies).catch((error: unknown) =>
      dependencies.log.error({ error }, 'The last usage could not be written'),
    )
  }
}

async function signOperatorToken(
  { serverTokens, clock }: Dependencies,
  name: string | undefined,
): Promise<string> {
  return serverTokens.sign({ operator: true, name: name ?? 'operator' }, clock())
}

/** Seals all secrets under the current master key. @returns what the command prints */
async function rotateMasterKey(dependencies: Dependencies): Promise<string> {
  return `${await resealSecrets(dependencies)} records were sealed again`
}

const onlyEmbedded =
  'This command is for the embedded database. Use pg_dump and pg_restore for DATABASE_URL.'

/** Serves, and does for the commands of `runCommand` what needs the data folder. */
async function serveAll(
  configuration: Configuration,
  dependencies: Dependencies,
  open: OpenDatabase,
  { withConsole, metrics, tracing }: Observers & { withConsole: boolean },
): Promise<void> {
  await fillWhenEmpty(dependencies)
  if (dependencies.demo === undefined) await assertNoDemoData(dependencies.database)
  await assertMasterKeyMatches(dependencies)
  const { backUp } = open
  const stopCommands =
    backUp === undefined
      ? undefined
      : await serveCommands(configuration.DATA_DIR, {
          'operator-token': (name) =>
            signOperatorToken(dependencies, name === '' ? undefined : name),
          backup: backUp,
          'rotate-master-key': () => rotateMasterKey(dependencies),
        })
  const stopMetrics =
    metrics === undefined || configuration.METRICS_PORT === undefined
      ? undefined
      : await serveMetrics(metrics, { host: configuration.HOST, port: configuration.METRICS_PORT })
  try {
    await serveUntilStopped(configuration, dependencies, {
      console: withConsole,
      requests: open.requests,
      requestPool: open.requestPool,
      metrics,
      tracing,
    })
  } finally {
    stopMetrics?.()
    await stopCommands?.()
  }
}

/**
 * Lets a server that has the data folder open perform the command.
 * @returns whether there is one
 */
async function runOnRunningServer(
  { DATABASE_URL, DATA_DIR }: Configuration,
  command: string,
  { file, name }: { file: string | undefined; name: string | undefined },
): Promise<boolean> {
  if (DATABASE_URL !== undefined) return false
  if (command === 'backup') return saveFromServer(DATA_DIR, command, requireFile(file))
  if (command !== 'operator-token' && command !== 'rotate-master-key') return false
  const printed = await runOnServer(DATA_DIR, command, name)
  if (printed !== undefined) process.stdout.write(`${printed}\n`)
  return printed !== undefined
}

function requireFile(file: string | undefined): string {
  if (file === undefined) throw new Error(`The name of the file is missing.\n${usage}`)
  return file
}

async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      apps: { type: 'string' },
      name: { type: 'string' },
      all: { type: 'boolean' },
      'api-only': { type: 'boolean' },
    },
  })
  const configuration = readConfiguration(process.env)
  const [command = 'serve', file] = positionals
  const tracing =
    command === 'serve' ? await startTracing(configuration, packageVersion) : undefined
  const log = pino({
    level: configuration.LOG_LEVEL,
    redact: ['*.authorization', '*.secret', '*.token'],
    serializers: { error: pino.stdSerializers.err },
  })
  const isEmbedded = configuration.DATABASE_URL === undefined
  if (!isEmbedded && (command === 'backup' || command === 'restore')) throw new Error(onlyEmbedded)
  if (await runOnRunningServer(configuration, command, { file, name: values.name })) return
  if (command === 'restore') await restore(requireFile(file), configuration.DATA_DIR)

  const isMeasured =
    configuration.METRICS_TOKEN !== undefined || configuration.METRICS_PORT !== undefined
  const metrics = command === 'serve' && isMeasured ? createMetrics(packageVersion) : undefined
  await withDependencies(configuration, log, { metrics, tracing }, async (dependencies, open) => {
    switch (command) {
      case 'serve':
        return serveAll(configuration, dependencies, open, {
          withConsole: values['api-only'] !== true,
          metrics,
          tracing,
        })
      case 'backup': {
        const archive = await open.backUp?.()
        if (archive !== undefined) await writeCompletely(requireFile(file), archive)
        return
      }
      case 'restore':
        return assertMasterKeyMatches(dependencies)
      case 'rotate-master-key':
        process.stdout.write(`${await rotateMasterKey(dependencies)}\n`)
        return
      case 'demo-reset':
        if (dependencies.demo === undefined)
          throw new Error('This server does not run the demo. Set DEMO=on to reset it.')
        if (
          (await hasOrganization(dependencies.database)) &&
          !(await isDemo(dependencies.database))
        )
          throw new Error(
            'This database holds data that is not from the demo. Nothing was changed.',
          )
        return resetDemo(dependencies)
      case 'demo-remove':
        return removeDemo(dependencies, { all: values.all === true })
      case 'seed':
        await fillWhenEmpty(dependencies)
        return growCatalog(dependencies, Number(values.apps))
      case 'operator-token':
        await assertMasterKeyMatches(dependencies)
        process.stdout.write(`${await signOperatorToken(dependencies, values.name)}\n`)
        return
      default:
        throw new Error(`There is no command '${command}'.\n${usage}`)
    }
  })
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
})
