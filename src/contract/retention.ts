/** Days that usage, deliveries and mails are kept. */
export const keptDays = 30
