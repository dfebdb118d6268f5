import type { Dependencies } from '../core/context'
import { resolveInactiveAlerts } from '../notifications/resolve-inactive-alerts'
import { sendDueEmails } from '../notifications/send-emails'
import { deleteExpired } from '../core/retention'
import { writeUsage } from '../limits/write-usage'
import { raiseLimitAlerts } from '../notifications/raise-limit-alerts'
import { deliverDueWebhooks, repairClockSkew } from '../notifications/deliver-webhooks'
import { mirrorDueOperatorLimits } from '../services/workspaces/mirror-operator-limits'
import { DatabaseUnavailable } from '../store/database-unavailable'

interface Job {
  name: string
  everySeconds: number
  run: (dependencies: Dependencies, stopping: AbortSignal) => Promise<void>
}

/** Writes the usage of limits, and raises the alerts that follow from it. */
export function writeUsageAndRaiseAlerts(dependencies: Dependencies): Promise<void> {
  return writeUsage(dependencies, raiseLimitAlerts(dependencies))
}

const jobs: readonly Job[] = [
  { name: 'write usage', everySeconds: 1, run: writeUsageAndRaiseAlerts },
  { name: 'deliver webhooks', everySeconds: 1, run: deliverDueWebhooks },
  { name: 'repair clock skew of webhooks', everySeconds: 60, run: repairClockSkew },
  { name: 'send e-mails', everySeconds: 2, run: sendDueEmails },
  { name: 'resolve inactive alerts', everySeconds: 5, run: resolveInactiveAlerts },
  { name: 'mirror operator’s limits', everySeconds: 2, run: mirrorDueOperatorLimits },
  { name: 'delete what has expired', everySeconds: 3600, run: deleteExpired },
]

/** A job that keeps failing is run again after this at the latest. */
const maxPauseSeconds = 60
/** What hangs at the stop is left behind after this; its lease brings it back. */
const stopSeconds = 5

/** Waits, but no longer than until the signal. */
function pause(seconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resume) => {
    const timer = setTimeout(wake, seconds * 1000)
    function wake() {
      clearTimeout(timer)
      signal.removeEventListener('abort', wake)
      resume()
    }
    signal.addEventListener('abort', wake)
    if (signal.aborted) wake()
  })
}

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
      // An outage is logged by the pool. The job keeps its pace, so that it goes on soon after.
      if (!(error instanceof DatabaseUnavailable)) {
        failures += 1
        dependencies.log.error({ error, job: name, failures }, 'a job failed')
      }
    }
    await pause(
      Math.max(everySeconds, Math.min(everySeconds * 2 ** failures, maxPauseSeconds)),
      stopping,
    )
  }
}

/**
 * Runs what happens by itself, beside the requests, until the stop. A job that fails is logged, and run again later, each time after a longer pause.
 * @returns when what is under way at the stop has ended, or was waited for long enough
 */
export async function runJobs(dependencies: Dependencies, stopping: AbortSignal): Promise<void> {
  const ended = new AbortController()
  void Promise.all(jobs.map((job) => repeat(job, dependencies, stopping))).then(() => ended.abort())
  if (!stopping.aborted) await new Promise((resume) => stopping.addEventListener('abort', resume))
  await pause(stopSeconds, ended.signal)
}
