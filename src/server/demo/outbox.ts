import { listedDemoEmails } from '@/contract/demo'
import type { ResponseOf } from '@/contract/operation'
import type { Operations } from '@/contract/operations'
import { requireWorkspaceId } from '@/server/core/access/authorize'
import type { RequestContext } from '@/server/core/context'
import type { Mailer } from '@/server/core/ports/mailer'
import { assertDemoData } from './demo-data'

/** Replaces a mail server: the e-mails stay in the database, where the outbox lists them. */
export const outboxMailer: Mailer = { destination: 'the demo’s outbox', send: async () => {} }

/**
 * Lists the e-mails of the caller's workspace that were sent, newest first.
 * @throws not_found if the data isn't the demo's
 */
export async function listDemoEmails(
  context: RequestContext,
): Promise<ResponseOf<Operations['listDemoEmails']>> {
  await assertDemoData(context.database)
  const rows = await context.database
    .selectFrom('emails')
    .select(['id', 'created_at', 'recipients', 'subject', 'body_text'])
    .where('workspace_id', '=', requireWorkspaceId(context))
    .where('status', '=', 'delivered')
    .orderBy('id', 'desc')
    .limit(listedDemoEmails)
    .execute()
  return {
    items: rows.map((row) => ({
      id: row.id,
      sentAt: row.created_at.toISOString(),
      recipients: row.recipients ?? [],
      subject: row.subject,
      text: row.body_text,
    })),
  }
}
