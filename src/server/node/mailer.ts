import { createTransport } from 'nodemailer'
import type { Log, Mailer } from '../core/context'
import type { Configuration } from './configuration'

/** How long to wait for the connection and for each response. */
const timeoutMilliseconds = 15_000
/** How long an e-mail may take: less than its lease, or another server would send it too. */
const defaultTotalMilliseconds = 60_000

/**
 * Creates a mailer over SMTP; undefined if no mail server is configured.
 * @param totalMilliseconds how long an e-mail may take, even if the server keeps responding
 */
export function smtpMailer(
  { SMTP_URL, MAIL_FROM, MAIL_TO }: Configuration,
  log: Log,
  totalMilliseconds = defaultTotalMilliseconds,
): Mailer | undefined {
  if (SMTP_URL === undefined) return undefined
  const transport = createTransport({
    url: SMTP_URL,
    connectionTimeout: timeoutMilliseconds,
    greetingTimeout: timeoutMilliseconds,
    socketTimeout: timeoutMilliseconds,
  })
  return {
    async send({ id, subject, text, html }) {
      const { rejected, rejectedErrors } = await transport.sendMail({
        from: MAIL_FROM,
        to: MAIL_TO,
        subject,
        text,
        html,
        messageId: `<${id}@signalbox>`,
        signal: AbortSignal.timeout(totalMilliseconds),
      })
      // A repeat would reach the others twice.
      if (rejected.length > 0)
        log.error(
          { emailId: id, recipients: rejected, reason: rejectedErrors?.[0]?.message },
          'recipients of an e-mail were refused by the mail server',
        )
    },
  }
}
