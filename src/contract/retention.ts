/** Days that usage, deliveries and mails are kept. */
export const retentionDays = 30
