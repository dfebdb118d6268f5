import { parseArgs } from 'node:util'
import { serve } from '@hono/node-server'
import pino from 'pino'
import { growCatalog, isDemo, assertNoDemoData, removeDemo, resetDemo, seedDemo } from './demo/seed'
import { withDemoReceiver } from './demo/receiver'
import { AddressThrottle } from './http/address-throttle'
import { managementApi } from './http/api'
import { runJobs, writeUsageAndRaiseAlerts } from './jobs/run-jobs'
import { clientAddress } from './node/client-address'
import { readConfiguration, type Configuration } from './node/configuration'
import { derivedKey, masterKey } from './node/master-key'
import { smtpMailer } from './node/mailer'
import { openDatabase } from './node/open-database'
import { outgoingFetch } from './node/outgoing-fetch'
import { serviceInstances } from './node/service-instances'
import { sendUnreadable } from './node/unreadable-request'
import { staticConsole } from './node/static-console'
import type { Log, Dependencies } from './core/context'
import type { Database } from './store/database'
import { memoryMeter } from './limits/memory-meter'
import { databaseLedger } from './limits/ledger'
import { SharedMeter } from './limits/shared-meter'
import { UsageRecorder } from './limits/usage-recorder'
import { secretBox } from './core/secret-box'
import { AuthCache } from './core/auth-cache'
import { hmacSigner } from './core/signer'
import { serverTokens } from './core/server-tokens'
import { assertMasterKeyMatches } from './core/master-key-check'
import { createOrganization, hasOrganization } from './services/organizations/create'

const usage = `signalbox serve              runs the console and the API
signalbox demo-reset         brings the demo data back to where it began
signalbox demo-remove        turns a demo installation into an empty one; with --all, workspaces that were added to it go too
signalbox seed --apps 100000 makes the public catalog that large
signalbox operator-token     prints an operator’s token, good for an hour`

const consoleFolder = 'dist/console'
/** How long a stop waits for requests in flight, and at most for all that has to end. */
const shutdownMilliseconds = { requests: 8000, all: 9500 } as const

/** Builds the dependencies from the configuration, hands it to the work, and closes what it opened. Requests are to use the second database. */
async function withDependencies<Result>(
  configuration: Configuration,
  log: Log,
  work: (dependencies: Dependencies, forRequests: Database) => Promise<Result>,
): Promise<Result> {
  const open = await openDatabase(configuration, log)
  const clock = () => new Date()
  // Goes on evenly, also when the system’s clock is set.
  const steadyClock = () => new Date(performance.timeOrigin + performance.now())
  const shared = open.metering && new SharedMeter(databaseLedger(open.metering))
  try {
    const master = await masterKey(configuration.MASTER_KEY, configuration.DATA_DIR)
    const sealed = await secretBox(await derivedKey(master, 'secrets at rest'))
    const outgoing = outgoingFetch({
      networks: configuration.OUTGOING_NETWORKS,
      http: configuration.OUTGOING_HTTP,
    })
    const dependencies: Dependencies = {
      database: open.jobs,
      clock,
      secretBox: sealed,
      demo: configuration.DEMO ? { isPublic: configuration.DEMO_PUBLIC } : undefined,
      serverTokens: await serverTokens(await derivedKey(master, 'server tokens')),
      cursorSigner: await hmacSigner(await derivedKey(master, 'cursors')),
      fetch: configuration.DEMO
        ? withDemoReceiver(outgoing, { database: open.jobs, clock, secretBox: sealed })
        : outgoing,
      log,
      mailer: smtpMailer(configuration),
      mirrorOperatorLimits: serviceInstances(configuration.SERVICE_INSTANCES),
      meter: shared ?? memoryMeter(steadyClock),
      authCache: new AuthCache(open.requests, steadyClock),
      usage: new UsageRecorder(clock),
    }
    return await work(dependencies, open.requests)
  } finally {
    await shared
      ?.settle()
      .catch((error: unknown) => log.error({ error }, 'the last requests could not be counted'))
    await open.close()
  }
}

/** First start: the demo’s organization, or an empty one. Of several servers that start at once, one fills and the others find it done. */
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

/** Serves until the process is told to stop; what is in flight then is finished, the rest refused. */
async function serveUntilStopped(
  configuration: Configuration,
  dependencies: Dependencies,
  parts: { console: boolean; database: Database },
): Promise<void> {
  const stopping = new AbortController()
  const app = managementApi({
    dependencies: { ...dependencies, database: parts.database },
    extensions: configuration.EXTENSIONS,
    basePath: '/api',
    referencePage: '/reference',
    isStopping: () => stopping.signal.aborted,
    addressOf: clientAddress(configuration.TRUST_PROXY),
    throttle: new AddressThrottle({
      requestsPerSecond: configuration.ADDRESS_REQUESTS_PER_SECOND,
      failedSignInsPerMinute: configuration.ADDRESS_FAILED_SIGN_INS_PER_MINUTE,
      log: dependencies.log,
    }),
  })
  if (parts.console) app.route('/', staticConsole(consoleFolder))

  const jobs = runJobs(dependencies, stopping.signal)
  const listening = new Promise<void>((settle, fail) => {
    const server = serve(
      {
        fetch: app.fetch,
        port: configuration.PORT,
        hostname: configuration.HOST,
        serverOptions: { requestTimeout: 60_000 },
      },
      ({ address, port }) => {
        const host = address.includes(':') ? `[${address}]` : address
        process.stdout.write(`\n  Signalbox is at http://${host}:${port}\n\n`)
      },
    )
    server.on('error', fail)
    server.on('clientError', sendUnreadable)
    const stop = () => {
      if (stopping.signal.aborted) return
      stopping.abort()
      server.close((error) => (error === undefined ? settle() : fail(error)))
      if ('closeIdleConnections' in server) server.closeIdleConnections()
      setTimeout(
        () => 'closeAllConnections' in server && server.closeAllConnections(),
        shutdownMilliseconds.requests,
      ).unref()
      // A mail server or database that hangs must not keep the process: what is left is taken up again by the next.
      setTimeout(() => process.exit(), shutdownMilliseconds.all).unref()
    }
    process.on('SIGTERM', stop)
    process.on('SIGINT', stop)
  })
  try {
    await listening
  } finally {
    stopping.abort()
    await jobs
    await writeUsageAndRaiseAlerts(dependencies).catch((error: unknown) =>
      dependencies.log.error({ error }, 'the last usage could not be written'),
    )
  }
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
  const log = pino({
    level: configuration.LOG_LEVEL,
    redact: ['*.authorization', '*.secret', '*.token'],
    serializers: { error: pino.stdSerializers.err },
  })
  const [command = 'serve'] = positionals

  await withDependencies(configuration, log, async (dependencies, database) => {
    switch (command) {
      case 'serve':
        await fillWhenEmpty(dependencies)
        if (dependencies.demo === undefined) await assertNoDemoData(dependencies.database)
        await assertMasterKeyMatches(dependencies)
        return serveUntilStopped(configuration, dependencies, {
          console: values['api-only'] !== true,
          database,
        })
      case 'demo-reset':
        if (dependencies.demo === undefined)
          throw new Error('This server does not run the demo: set DEMO=on to reset it.')
        if (
          (await hasOrganization(dependencies.database)) &&
          !(await isDemo(dependencies.database))
        )
          throw new Error('This database holds other data than the demo’s: it is left alone.')
        return resetDemo(dependencies)
      case 'demo-remove':
        return removeDemo(dependencies, { all: values.all === true })
      case 'seed':
        await fillWhenEmpty(dependencies)
        return growCatalog(dependencies, Number(values.apps))
      case 'operator-token':
        process.stdout.write(
          `${await dependencies.serverTokens.sign({ operator: true, name: values.name ?? 'operator' }, dependencies.clock())}\n`,
        )
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
