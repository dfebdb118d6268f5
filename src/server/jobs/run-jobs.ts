import type { Dependencies } from '@/server/core/context'
import { pause } from '@/server/core/time/pause'
import { within } from '@/server/core/time/within'
import { deleteUnusedMeters } from '@/server/limits/ledger'
import { writeUsage } from '@/server/limits/write-usage'
import { deliverDueWebhooks } from '@/server/notifications/deliver-webhooks'
import { raiseLimitAlerts } from '@/server/notifications/raise-limit-alerts'
import { resolveInactiveAlerts } from '@/server/notifications/resolve-inactive-alerts'
import { emailQueue, sendDueEmails } from '@/server/notifications/send-emails'
import { webhookQueue } from '@/server/notifications/webhook-queue'
import { repairClockSkew } from '@/server/queue/queue'
import {
  mirrorDueOperatorLimits,
  mirrorQueue,
} from '@/server/services/workspaces/mirror-operator-limits'
import { DatabaseUnavailable } from '@/server/store/database-unavailable'
import { compareClocks } from './compare-clocks'
import { deleteExpired } from './delete-expired'

interface Job {
  name: string
  everySeconds: number
  run: (dependencies: Dependencies, stopping: AbortSignal) => Promise<void>
}

/** Writes the usage of limits, and raises the alerts that it triggers. */
export function writeUsageAndRaiseAlerts(dependencies: Dependencies): Promise<void> {
  return writeUsage(dependencies, raiseLimitAlerts(dependencies))
}

/**
 * Reports a wrong clock, and makes queued work due that was scheduled too far ahead, before the
 * clock was set back.
 */
async function repairQueues(dependencies: Dependencies): Promise<void> {
  const { database, clock } = dependencies
  compareClocks(dependencies)
  for (const queue of [webhookQueue, emailQueue, mirrorQueue])
    await repairClockSkew(database, queue, clock())
}

/** Follows the database's clock, also when the clock of this machine is set. */
async function synchronizeClock({ database, databaseClock }: Dependencies): Promise<void> {
  await databaseClock?.synchronize(database)
}

/** Deletes expired records, and counters of limits that nobody uses. */
async function deleteUnneeded(dependencies: Dependencies, stopping: AbortSignal): Promise<void> {
  await deleteExpired(dependencies, stopping)
  await deleteUnusedMeters(dependencies.database)
}

const jobs: readonly Job[] = [
  { name: 'synchronize clock', everySeconds: 1, run: synchronizeClock },
  { name: 'write usage', everySeconds: 1, run: writeUsageAndRaiseAlerts },
  { name: 'deliver webhooks', everySeconds: 1, run: deliverDueWebhooks },
  { name: 'repair clock skew', everySeconds: 60, run: repairQueues },
  { name: 'send e-mails', everySeconds: 2, run: sendDueEmails },
  { name: 'resolve inactive alerts', everySeconds: 5, run: resolveInactiveAlerts },
  { name: 'mirror operator limits', everySeconds: 2, run: mirrorDueOperatorLimits },
  { name: 'delete expired records', everySeconds: 3600, run: deleteUnneeded },
]

/** The longest pause before a failing job runs again. */
const maxPauseSeconds = 60
/** Work that hangs at shutdown is abandoned after this time. It resumes when its lease ends. */
const stopMilliseconds = 5000

async function repeat(
  { name, everySeconds, run }: Job,
  dependencies: Dependencies,
  stopping: AbortSignal,
): Promise<void> {
  let failures = 0
  while (!stopping.aborted) {
    try {
      await run(dependencies, stopping)
      failures = 0
    } catch (error) {
      // The pool logs an outage. The job keeps its interval, so that it resumes soon after.
      if (!(error instanceof DatabaseUnavailable)) {
        failures += 1
        dependencies.log.error({ error, job: name, failures }, 'a job failed')
      }
    }
    const longer = Math.min(everySeconds * 2 ** failures, maxPauseSeconds)
    await pause(Math.max(everySeconds, longer) * 1000, stopping)
  }
}

/**
 * Runs the background jobs until the stop. A failed job is logged and runs again after a pause that
 * grows with each failure.
 * @returns when the work under way at the stop has ended, or has taken too long
 */
export async function runJobs(dependencies: Dependencies, stopping: AbortSignal): Promise<void> {
  const running = Promise.all(jobs.map((job) => repeat(job, dependencies, stopping)))
  if (!stopping.aborted) await new Promise((resume) => stopping.addEventListener('abort', resume))
  await within(stopMilliseconds, running, () => {})
}
