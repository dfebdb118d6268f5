import { AuthCache } from './core/access/auth-cache'
import type { Dependencies } from './core/context'
import type { Log } from './core/ports/log'
import { keySetCache } from './core/published'
import { assertMasterKeyMatches } from './core/secrets/master-key-check'
import { serverKeys } from './core/secrets/server-keys'
import { OncePer } from './core/time/once-per'
import { addressCheckRules, WorkspaceTurns, writeRules } from './core/workspace-turns'
import { outboxMailer } from './demo/outbox'
import { withDemoReceiver } from './demo/receiver'
import { hourlyUses } from './limits/hourly-uses'
import { databaseLedger } from './limits/ledger'
import { memoryMeter } from './limits/memory-meter'
import { SharedMeter } from './limits/shared-meter'
import { UsageRecorder } from './limits/usage-recorder'
import type { Configuration } from './node/configuration'
import { createDataFolder } from './node/data-folder'
import { identityProviderOf } from './node/identity-provider'
import { smtpMailer } from './node/mailer'
import { masterKey } from './node/master-key'
import type { Metrics } from './node/metrics'
import { openDatabase, type OpenDatabase } from './node/open-database'
import { outgoingFetch } from './node/outgoing-fetch'
import { serviceInstances } from './node/service-instances'
import { DatabaseChangeFeed } from './services/changes/feed'
import { hasOrganization } from './services/organizations/create'
import type { Queryable } from './store/database'

/**
 * Builds the dependencies from the configuration, runs the work, and closes the database.
 * @param metrics watches them, if there are any
 */
export async function withDependencies<Result>(
  configuration: Configuration,
  log: Log,
  metrics: Metrics | undefined,
  work: (dependencies: Dependencies, open: OpenDatabase) => Promise<Result>,
): Promise<Result> {
  // The key is read or created there once the database is available.
  if (configuration.MASTER_KEY === undefined) await createDataFolder(configuration.DATA_DIR)
  let keys: Awaited<ReturnType<typeof keysOf>> | undefined
  const open = await openDatabase(configuration, {
    log,
    observePool: (name) => metrics?.poolObserver(name),
    async checkMigrated(database) {
      keys ??= await keysOf(configuration, database)
      await assertMasterKeyMatches({ ...keys, database })
    },
  })
  // Monotonic: it is not affected when the system clock is set.
  const steadyClock = () => new Date(performance.timeOrigin + performance.now())
  const sharedMeter = open.metering && new SharedMeter(databaseLedger(open.metering))
  try {
    keys ??= await keysOf(configuration, open.jobs)
    const authCache = new AuthCache(open.requests, steadyClock)
    const clock = open.clock?.now ?? (() => new Date())
    const dependencies: Dependencies = {
      ...keys,
      ...outgoingClients(configuration, log, metrics, { ...keys, database: open.jobs, clock }),
      database: open.jobs,
      clock,
      databaseClock: open.clock,
      keySets: keySetCache(),
      log,
      demo: configuration.DEMO ? { isPublic: configuration.DEMO_PUBLIC } : undefined,
      retention: {
        history: configuration.HISTORY_DAYS,
        deliveries: configuration.DELIVERY_DAYS,
        usage: configuration.USAGE_DAYS,
      },
      meter: sharedMeter ?? memoryMeter(steadyClock, await hourlyUses(open.jobs, steadyClock())),
      authCache,
      changes: new DatabaseChangeFeed({ database: open.requests, clock, log, authCache }),
      usage: new UsageRecorder(clock, metrics?.observeRefusal),
      oncePer: new OncePer(),
      writeTurns: new WorkspaceTurns(writeRules),
      addressCheckTurns: new WorkspaceTurns(addressCheckRules),
    }
    metrics?.observeQueues(open.jobs)
    return await work(dependencies, open)
  } finally {
    await sharedMeter
      ?.settle()
      .catch((error: unknown) => log.error({ error }, 'the last requests could not be counted'))
    await open.close()
  }
}

async function keysOf(
  { MASTER_KEY, MASTER_KEY_PREVIOUS, DATA_DIR }: Configuration,
  database: Queryable,
) {
  const isNewDatabase = async () => !(await hasOrganization(database))
  return serverKeys(await masterKey(MASTER_KEY, DATA_DIR, isNewDatabase), MASTER_KEY_PREVIOUS)
}

/** Builds the clients of other servers. The demo's webhooks and e-mails stay in the process. */
function outgoingClients(
  configuration: Configuration,
  log: Log,
  metrics: Metrics | undefined,
  receiver: Pick<Dependencies, 'database' | 'secretBox' | 'clock'>,
) {
  const observed = (fetch: typeof globalThis.fetch, purpose?: 'identity_provider') =>
    metrics?.observeFetch(fetch, purpose) ?? fetch
  const { OUTGOING_NETWORKS: networks, OUTGOING_HTTP: http } = configuration
  const { OUTGOING_PROXY: proxy, OUTGOING_NO_PROXY: direct } = configuration
  const outgoing = observed(outgoingFetch({ networks, http, proxy, direct }))
  return {
    fetch: configuration.DEMO ? withDemoReceiver(outgoing, receiver) : outgoing,
    mailer: smtpMailer(configuration, log) ?? (configuration.DEMO ? outboxMailer : undefined),
    mirrorOperatorLimits: serviceInstances(configuration.SERVICE_INSTANCES),
    identityProvider: identityProviderOf(configuration, (fetch) =>
      observed(fetch, 'identity_provider'),
    ),
  }
}
