import { createTransport } from 'nodemailer'
import type { Mailer } from '../core/context'
import type { Configuration } from './configuration'

const timeoutMilliseconds = 15_000

/** Creates a mailer over SMTP; undefined if no mail server is configured. */
export function smtpMailer({ SMTP_URL, MAIL_FROM, MAIL_TO }: Configuration): Mailer | undefined {
  if (SMTP_URL === undefined) return undefined
  const transport = createTransport({
    url: SMTP_URL,
    connectionTimeout: timeoutMilliseconds,
    greetingTimeout: timeoutMilliseconds,
    socketTimeout: timeoutMilliseconds,
  })
  return {
    async send({ id, subject, text, html }) {
      await transport.sendMail({
        from: MAIL_FROM,
        to: MAIL_TO,
        subject,
        text,
        html,
        messageId: `<${id}@signalbox>`,
      })
    },
  }
}
