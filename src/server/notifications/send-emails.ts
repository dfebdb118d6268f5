import { sql } from 'kysely'
import type { Dependencies } from '@/server/core/context'
import { errorText } from '@/server/core/error-text'
import type { Mailer } from '@/server/core/ports/mailer'
import { retryTime, workOff, type Queue } from '@/server/queue/queue'
import type { EmailRow } from './queue-email'

const delays = [10, 60, 300, 1800, 7200] as const

export const emailQueue: Queue<'emails'> = {
  table: 'emails',
  dueColumn: 'next_attempt_at',
  attemptsColumn: 'attempts',
  condition: sql`status = 'pending'`,
  leaseSeconds: 120,
  delaySeconds: (attempt) => delays[attempt - 1],
  maxDelaySeconds: Math.max(...delays),
}

/**
 * Saves that an e-mail could not be sent, and when to try again.
 * @param recipients those who have not got it; the same as before if absent
 */
async function saveFailure(
  { database, clock }: Dependencies,
  { id, attempts, next_attempt_at: leaseEnd }: EmailRow,
  error: unknown,
  recipients?: readonly string[],
): Promise<void> {
  const retryAt = retryTime(emailQueue, attempts, clock())
  await database
    .updateTable('emails')
    .where('id', '=', id)
    // Another server may have claimed it since.
    .where('next_attempt_at', '=', leaseEnd)
    .set({
      ...(retryAt === undefined
        ? { status: 'failed' as const, next_attempt_at: null }
        : { next_attempt_at: retryAt }),
      error: errorText(error),
      ...(recipients === undefined ? {} : { recipients: JSON.stringify(recipients) }),
    })
    .execute()
}

/** Sends an e-mail, and saves the outcome. */
async function sendEmail(
  dependencies: Dependencies,
  mailer: Mailer,
  email: EmailRow,
): Promise<void> {
  const { database, log } = dependencies
  const { id, subject, body_text: text, body_html: html } = email
  const recipients = email.recipients ?? undefined
  let deferred: Awaited<ReturnType<typeof mailer.send>>
  try {
    deferred = await mailer.send({ id, subject, text, html, recipients })
  } catch (error) {
    log.error({ error, emailId: id }, 'an e-mail could not be sent')
    return saveFailure(dependencies, email, error)
  }
  if (deferred !== undefined)
    return saveFailure(dependencies, email, new Error(deferred.reason), deferred.recipients)
  await database
    .updateTable('emails')
    .where('id', '=', id)
    .set({ status: 'delivered', next_attempt_at: null, error: null })
    .execute()
}

/** Sends the e-mails that are due, until the server stops. */
export async function sendDueEmails(
  dependencies: Dependencies,
  stopping?: AbortSignal,
): Promise<void> {
  const { mailer } = dependencies
  if (mailer === undefined) return
  const send = (email: EmailRow) => sendEmail(dependencies, mailer, email)
  await workOff(emailQueue, dependencies, send, stopping)
}
