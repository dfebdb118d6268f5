/** How many days usage, deliveries and e-mails are kept. */
export const retentionDays = 30
