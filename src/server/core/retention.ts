import { defaultRetentionDays } from '@/contract/retention'

/** How many days finished work and records are kept. */
export interface Retention {
  /** For entries of the history, resolved alerts and bulk archives. Forever if absent. */
  history?: number | undefined
  /** For webhook deliveries and e-mails, after they succeeded or failed for good. */
  deliveries: number
  usage: number
}

export const defaultRetention: Retention = {
  deliveries: defaultRetentionDays,
  usage: defaultRetentionDays,
}
