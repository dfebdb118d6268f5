/** How many days usage, deliveries and e-mails are kept, unless the server is configured otherwise. */
export const defaultRetentionDays = 30
