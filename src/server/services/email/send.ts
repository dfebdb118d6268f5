import type { Platform } from '../context'

/** Sends mails to those whom the configuration names. Throws where the mail server does not take one. */
export interface Mailer {
  send(mail: { id: string; subject: string; text: string; html: string }): Promise<void>
}

const leaseSeconds = 120
const pauseSeconds = [10, 60, 300, 1800, 7200] as const

const inWords = (error: unknown) => (error instanceof Error ? error.message : String(error)).slice(0, 300)

/** Sends one mail that is due. @returns whether there was one */
async function sendOne({ database, clock, mailer, log }: Platform): Promise<boolean> {
  if (mailer === undefined) return false
  const now = clock()
  const mail = await database
    .updateTable('emails')
    .set((row) => ({ next_attempt_at: new Date(now.getTime() + leaseSeconds * 1000), attempts: row('attempts', '+', 1) }))
    .where('id', '=', (due) => due.selectFrom('emails').select('id').where('status', '=', 'pending').where('next_attempt_at', '<=', now).orderBy('next_attempt_at').limit(1).forUpdate().skipLocked())
    .returningAll()
    .executeTakeFirst()
  if (mail === undefined) return false
  const row = database.updateTable('emails').where('id', '=', mail.id)
  try {
    await mailer.send({ id: mail.id, subject: mail.subject, text: mail.body_text, html: mail.body_html })
    await row.set({ status: 'delivered', next_attempt_at: null, fault: null }).execute()
  } catch (error) {
    const pause = pauseSeconds[mail.attempts - 1]
    log.error({ error, emailId: mail.id }, 'a mail could not be sent')
    await row.set(pause === undefined ? { status: 'failed', next_attempt_at: null, fault: inWords(error) } : { next_attempt_at: new Date(clock().getTime() + pause * 1000), fault: inWords(error) }).execute()
  }
  return true
}

/** Sends every mail that is due. */
export async function sendDueEmails(platform: Platform): Promise<void> {
  while (await sendOne(platform));
}
