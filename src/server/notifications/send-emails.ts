import { sql } from 'kysely'
import type { Dependencies } from '../core/context'
import { errorText } from '../core/error-text'
import { claim, retryTime, workOff, type Queue } from '../queue/queue'
import type { EmailRow } from './queue-email'

const delays = [10, 60, 300, 1800, 7200] as const

export const emailQueue: Queue = {
  table: 'emails',
  dueColumn: 'next_attempt_at',
  attemptsColumn: 'attempts',
  condition: sql`status = 'pending'`,
  leaseSeconds: 120,
  delaySeconds: (attempt) => delays[attempt - 1],
  maxDelaySeconds: Math.max(...delays),
}

/** Sends the e-mail that has been due for the longest time. @returns whether there was one */
async function sendOne({ database, clock, mailer, log }: Dependencies): Promise<boolean> {
  if (mailer === undefined) return false
  const { rows } = await claim<EmailRow>(emailQueue, clock()).execute(database)
  const [email] = rows
  if (email === undefined) return false
  const row = database.updateTable('emails').where('id', '=', email.id)
  try {
    await mailer.send({
      id: email.id,
      subject: email.subject,
      text: email.body_text,
      html: email.body_html,
    })
    await row.set({ status: 'delivered', next_attempt_at: null, error: null }).execute()
  } catch (error) {
    log.error({ error, emailId: email.id }, 'an e-mail could not be sent')
    const retryAt = retryTime(emailQueue, email.attempts, clock())
    await row
      // Another server may have claimed it since.
      .where('next_attempt_at', '=', email.next_attempt_at)
      .set({
        ...(retryAt === undefined
          ? { status: 'failed' as const, next_attempt_at: null }
          : { next_attempt_at: retryAt }),
        error: errorText(error),
      })
      .execute()
  }
  return true
}

/** Sends the e-mails that are due, until the server stops. */
export async function sendDueEmails(
  dependencies: Dependencies,
  stopping?: AbortSignal,
): Promise<void> {
  await workOff(() => sendOne(dependencies), stopping)
}
