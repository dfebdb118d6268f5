// Builds the API and its database in the browser: the counterpart of src/server/dependencies.ts.
import { AuthCache } from '@/server/core/access/auth-cache'
import type { Dependencies } from '@/server/core/context'
import { OutgoingRequestBlocked } from '@/server/core/outgoing-error'
import type { ChangeFeed } from '@/server/core/ports/change-feed'
import type { Log } from '@/server/core/ports/log'
import { keySetCache } from '@/server/core/published'
import { defaultRetention } from '@/server/core/retention'
import { serverKeys } from '@/server/core/secrets/server-keys'
import { ServiceError } from '@/server/core/service-error'
import { OncePer } from '@/server/core/time/once-per'
import { addressCheckRules, WorkspaceTurns, writeRules } from '@/server/core/workspace-turns'
import { outboxMailer } from '@/server/demo/outbox'
import { withDemoReceiver } from '@/server/demo/receiver'
import { addActivity } from '@/server/demo/seed'
import { isChanged, seededAt } from '@/server/demo/since-seeding'
import { managementApi } from '@/server/http/api'
import { runJobs } from '@/server/jobs/run-jobs'
import { memoryMeter } from '@/server/limits/memory-meter'
import { UsageRecorder } from '@/server/limits/usage-recorder'
import { openBrowserDatabase } from './database'
import type { DemoFiles } from './demo-files'
import { demoMasterKey } from './master-key'
import { sitePath } from './site-path'

const log: Log = {
  info: () => {},
  error: (facts, message) => console.error(message, facts),
}

const blockOutgoing: typeof fetch = () =>
  Promise.reject(
    new OutgoingRequestBlocked(
      'The static demo sends no requests: only its built-in receiver can be called',
    ),
  )

/** Responses reach the page as a whole, so it polls instead. */
const noStreams: ChangeFeed = {
  watch() {
    throw new ServiceError('not_found', 'The static demo has no stream of changes')
  },
  checkNow() {},
  close() {},
}

const freshMilliseconds = 86_400_000

/** Delays background work, so that it does not compete with the first pages. */
const jobsAfterMilliseconds = 1000

/** Opens the database and starts the API. @returns what responds to requests */
export async function startApi(files: DemoFiles): Promise<(request: Request) => Promise<Response>> {
  const clock = () => new Date()
  const keys = await serverKeys(demoMasterKey)
  const opened = await openBrowserDatabase(
    {
      ...files,
      complete: (opened) => addActivity({ ...keys, database: opened, clock }),
    },
    `signalbox ${sitePath}`,
  )
  const { database, save, restore } = opened
  // Data that the visitor changed is kept. Other data is renewed, so that charts are up to date.
  const age = clock().getTime() - (await seededAt(database)).getTime()
  if (age > freshMilliseconds && !(await isChanged(database))) await restore()
  const steadyClock = () => new Date(performance.timeOrigin + performance.now())
  const dependencies: Dependencies = {
    ...keys,
    database,
    clock,
    demo: { isPublic: true, browser: opened },
    fetch: withDemoReceiver(blockOutgoing, { ...keys, database, clock }),
    keySets: keySetCache(),
    log,
    mailer: outboxMailer,
    mirrorOperatorLimits: async () => 'unknown instance',
    meter: memoryMeter(steadyClock),
    authCache: new AuthCache(database, steadyClock),
    changes: noStreams,
    retention: defaultRetention,
    usage: new UsageRecorder(clock),
    oncePer: new OncePer(),
    writeTurns: new WorkspaceTurns(writeRules),
    addressCheckTurns: new WorkspaceTurns(addressCheckRules),
  }
  const app = managementApi({
    dependencies,
    extensions: true,
    basePath: `${sitePath}api`,
    referencePage: `${sitePath}reference`,
  })
  setTimeout(() => void runJobs(dependencies, new AbortController().signal), jobsAfterMilliseconds)
  return async (request) => {
    const response = await app.fetch(request)
    // Acknowledged writes survive a reload.
    if (request.method !== 'GET') await save()
    return response
  }
}
