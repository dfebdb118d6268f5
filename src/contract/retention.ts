/** How many days usage, deliveries and e-mails are kept by default. */
export const defaultRetentionDays = 30
