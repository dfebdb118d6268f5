import type { Selectable } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Dependencies } from '@/server/core/context'
import type { Queryable } from '@/server/store/database'
import type { EmailsTable } from '@/server/store/schema'

export type EmailRow = Selectable<EmailsTable>

/** An e-mail: a subject, paragraphs of plain text, and who gets it. */
interface EmailMessage {
  subject: string
  paragraphs: readonly string[]
  /** The recipients of the configuration if absent or empty. */
  recipients?: readonly string[] | undefined
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeHtml = (text: string) =>
  text.replaceAll(/[&<>"]/g, (character) => entities[character] ?? character)

function htmlOf(paragraphs: readonly string[]): string {
  const body = paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`).join('')
  return `<!doctype html><html><body style="font-family:sans-serif">${body}</body></html>`
}

/**
 * Queues an e-mail, in the transaction of the change that it reports. Does nothing without a mail
 * server.
 */
export async function queueEmail(
  { clock, mailer }: Pick<Dependencies, 'clock' | 'mailer'>,
  transaction: Queryable,
  workspaceId: string,
  { subject, paragraphs, recipients = [] }: EmailMessage,
): Promise<void> {
  if (mailer === undefined) return
  const now = clock()
  await transaction
    .insertInto('emails')
    .values({
      id: uuid(),
      workspace_id: workspaceId,
      // A line break would start another header field.
      subject: subject.replaceAll(/\s+/g, ' '),
      body_text: paragraphs.join('\n\n'),
      body_html: htmlOf(paragraphs),
      recipients: recipients.length === 0 ? null : JSON.stringify(recipients),
      next_attempt_at: now,
      created_at: now,
    })
    .execute()
}
