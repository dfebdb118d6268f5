interface Mail {
  id: string
  subject: string
  text: string
  html: string
  /** All recipients of the configuration if absent. */
  recipients?: readonly string[] | undefined
}

/** Sends e-mails to the recipients of the configuration. */
export interface Mailer {
  /** Names the recipient of the e-mails in messages; the mail server if absent. */
  destination?: string | undefined
  /**
   * @returns the recipients for whom the mail server accepts the e-mail later; undefined if none
   * @throws when the mail server does not accept the e-mail
   */
  send(mail: Mail): Promise<{ recipients: readonly string[]; reason: string } | undefined>
}
