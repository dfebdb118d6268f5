import type { Platform } from '../services/context'
import { sendDueEmails } from '../services/email/send'
import { forgetOldUsage } from '../services/limits/forget-old-usage'
import { endQuietAlerts, writeUsage } from '../services/limits/watch'
import { deliverDueWebhooks } from '../services/webhooks/deliver'
import { mirrorDueOperatorLimits } from '../services/workspaces/mirror-operator-limits'

interface Job {
  name: string
  /** How many of it run side by side; one when absent. */
  workers?: number
  everySeconds: number
  run: (platform: Platform) => Promise<void>
}

const jobs: readonly Job[] = [
  { name: 'write usage', everySeconds: 1, run: writeUsage },
  { name: 'deliver webhooks', workers: 8, everySeconds: 1, run: deliverDueWebhooks },
  { name: 'send e-mails', everySeconds: 2, run: sendDueEmails },
  { name: 'end quiet alerts', everySeconds: 5, run: endQuietAlerts },
  { name: 'mirror operator’s limits', everySeconds: 2, run: mirrorDueOperatorLimits },
  { name: 'forget old usage', everySeconds: 3600, run: forgetOldUsage },
]

/**
 * Runs what happens by itself, beside the requests. A job that fails is logged, and run again at its next time.
 * @returns what stops it, once what is running has ended
 */
export function runJobs(platform: Platform): () => Promise<void> {
  const stopping = new AbortController()
  const asleep = new Set<() => void>()

  /** Waits, but no longer than until the stop. */
  function pause(seconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(wake, seconds * 1000)
      function wake() {
        clearTimeout(timer)
        asleep.delete(wake)
        resolve()
      }
      asleep.add(wake)
    })
  }

  const workers = jobs.flatMap((job) => Array.from({ length: job.workers ?? 1 }, () => job))
  const loops = workers.map(async ({ name, everySeconds, run }) => {
    while (!stopping.signal.aborted) {
      await run(platform).catch((error: unknown) => platform.log.error({ error, job: name }, 'a job failed'))
      if (!stopping.signal.aborted) await pause(everySeconds)
    }
  })
  return async () => {
    stopping.abort()
    for (const wake of asleep) wake()
    await Promise.all(loops)
    await writeUsage(platform)
  }
}
