import { clockSkewSeconds } from '../core/clock-skew'
import type { Dependencies } from '../core/context'
import { errorText } from '../core/error-text'

const leaseSeconds = 120
const pauseSeconds = [10, 60, 300, 1800, 7200] as const
const giveUpSeconds = Math.max(...pauseSeconds) + clockSkewSeconds

/** Sends one mail that is due. @returns whether there was one */
async function sendOne({ database, clock, mailer, log }: Dependencies): Promise<boolean> {
  if (mailer === undefined) return false
  const now = clock()
  const secondsAhead = (seconds: number) => new Date(now.getTime() + seconds * 1000)
  const mail = await database
    .updateTable('emails')
    .set((row) => ({
      next_attempt_at: secondsAhead(leaseSeconds),
      attempts: row('attempts', '+', 1),
    }))
    .where('id', '=', (mails) =>
      mails
        .selectFrom('emails')
        .select('id')
        .where('status', '=', 'pending')
        .where((due) =>
          due.or([
            due('next_attempt_at', '<=', now),
            due('next_attempt_at', '>', secondsAhead(giveUpSeconds)),
          ]),
        )
        .orderBy('next_attempt_at')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .executeTakeFirst()
  if (mail === undefined) return false
  const row = database.updateTable('emails').where('id', '=', mail.id)
  try {
    await mailer.send({
      id: mail.id,
      subject: mail.subject,
      text: mail.body_text,
      html: mail.body_html,
    })
    await row.set({ status: 'delivered', next_attempt_at: null, error: null }).execute()
  } catch (error) {
    const pause = pauseSeconds[mail.attempts - 1]
    log.error({ error, emailId: mail.id }, 'a mail could not be sent')
    await row
      .set(
        pause === undefined
          ? { status: 'failed', next_attempt_at: null, error: errorText(error) }
          : {
              next_attempt_at: new Date(clock().getTime() + pause * 1000),
              error: errorText(error),
            },
      )
      .execute()
  }
  return true
}

/** Sends every mail that is due, until the stop. */
export async function sendDueEmails(
  dependencies: Dependencies,
  stopping: AbortSignal = new AbortController().signal,
): Promise<void> {
  while (!stopping.aborted && (await sendOne(dependencies)));
}
