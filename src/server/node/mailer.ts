import { createTransport } from 'nodemailer'
import { isLoopbackHost } from '@/server/core/loopback'
import type { Log } from '@/server/core/ports/log'
import type { Mailer } from '@/server/core/ports/mailer'
import type { Configuration } from './configuration'

/** How long to wait for the connection and for each response. */
const timeoutMilliseconds = 15_000
/** How long an e-mail may take: less than its lease, or another server would send it too. */
const defaultTotalMilliseconds = 60_000

/** A password is only sent encrypted, or to this machine, and nothing is sent without it. */
function securityOf(smtpUrl: string) {
  const { username, hostname } = new URL(smtpUrl)
  if (username === '') return {}
  return { forceAuth: true, requireTLS: !isLoopbackHost(hostname.toLowerCase()) }
}

/** What errors of nodemailer mean, by their codes. */
const meanings: Readonly<Record<string, string>> = {
  EABORT: 'The mail server took too long',
  EAUTH: 'The mail server did not accept the user and password of SMTP_URL',
  ETLS: 'No TLS connection to the mail server can be made',
}

function described(error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error
  const meaning = meanings[String(error.code)]
  return meaning === undefined ? error : new Error(`${meaning}: ${error.message}`, { cause: error })
}

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
    ...securityOf(SMTP_URL),
  })
  return {
    async send({ id, subject, text, html, recipients = MAIL_TO }) {
      const { rejected, rejectedErrors = [] } = await transport
        .sendMail({
          from: MAIL_FROM,
          to: [...recipients],
          subject,
          text,
          html,
          messageId: `<${id}@signalbox>`,
          signal: AbortSignal.timeout(totalMilliseconds),
        })
        .catch((error: unknown) => {
          throw described(error)
        })
      const refusals = rejected.map((recipient, index) => ({
        recipient,
        reason: rejectedErrors[index]?.message,
        isDeferred: (rejectedErrors[index]?.responseCode ?? 500) < 500,
      }))
      const refused = refusals.filter(({ isDeferred }) => !isDeferred)
      // A repeat would reach the others twice.
      if (refused.length > 0)
        log.error(
          {
            emailId: id,
            recipients: refused.map(({ recipient }) => recipient),
            reason: refused[0]?.reason,
          },
          'recipients of an e-mail were refused by the mail server',
        )
      const deferred = refusals.filter(({ isDeferred }) => isDeferred)
      if (deferred.length === 0) return undefined
      return {
        recipients: deferred.map(({ recipient }) => recipient),
        reason: deferred[0]?.reason ?? '',
      }
    },
  }
}
