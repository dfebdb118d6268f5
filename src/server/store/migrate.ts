import { Migrator, type Migration } from 'kysely'
import type { Database } from './database'
import * as foundation from './migrations/001-foundation'
import * as searchIndexes from './migrations/002-search-indexes'
import * as limits from './migrations/003-limits'
import * as deliveries from './migrations/004-deliveries'
import * as history from './migrations/005-history'
import * as deliveryQueue from './migrations/006-delivery-queue'
import * as alertsTold from './migrations/007-alerts-told'
import * as retention from './migrations/008-retention'
import * as effectsOfRepeats from './migrations/009-effects-of-repeats'
import * as tenantsInOrder from './migrations/010-tenants-in-order'
import * as searchWords from './migrations/011-search-words'
import * as deliveriesOfAlerts from './migrations/012-deliveries-of-alerts'
import * as webhookSecrets from './migrations/014-webhook-secrets'

const migrations: Record<string, Migration> = {
  '001-foundation': foundation,
  '002-search-indexes': searchIndexes,
  '003-limits': limits,
  '004-deliveries': deliveries,
  '005-history': history,
  '006-delivery-queue': deliveryQueue,
  '007-alerts-told': alertsTold,
  '008-retention': retention,
  '009-effects-of-repeats': effectsOfRepeats,
  '010-tenants-in-order': tenantsInOrder,
  '011-search-words': searchWords,
  '012-deliveries-of-alerts': deliveriesOfAlerts,
  '014-webhook-secrets': webhookSecrets,
}

/** Brings the schema up to date, under a lock, so that several servers may start at once. Throws what failed. */
export async function migrate(database: Database): Promise<void> {
  const migrator = new Migrator({
    db: database,
    provider: { getMigrations: async () => migrations },
  })
  const { error } = await migrator.migrateToLatest()
  if (error !== undefined) throw error
}
