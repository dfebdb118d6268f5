import { v7 as uuid } from 'uuid'
import type { Queryable } from '../store/database'
import type { Dependencies } from '../core/context'

/** What stands in a mail: a subject, and paragraphs of plain text. */
export interface EmailMessage {
  subject: string
  paragraphs: readonly string[]
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeHtml = (text: string) =>
  text.replaceAll(/[&<>"]/g, (character) => entities[character] ?? character)

/** Has a mail sent, from within the transaction of what it tells. Where no mail server is configured, nothing is. @returns whether it will be sent */
export async function queueEmail(
  { clock, mailer }: Pick<Dependencies, 'clock' | 'mailer'>,
  transaction: Queryable,
  workspaceId: string,
  { subject, paragraphs }: EmailMessage,
): Promise<boolean> {
  if (mailer === undefined) return false
  const now = clock()
  await transaction
    .insertInto('emails')
    .values({
      id: uuid(),
      workspace_id: workspaceId,
      // A line break would begin another header field.
      subject: subject.replaceAll(/\s+/g, ' '),
      body_text: paragraphs.join('\n\n'),
      body_html: `<!doctype html><html><body style="font-family:sans-serif">${paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`).join('')}</body></html>`,
      next_attempt_at: now,
      created_at: now,
    })
    .execute()
  return true
}
