import { sql, type Transaction } from 'kysely'
import type { Dependencies } from '@/server/core/context'
import type { SecretBox } from '@/server/core/secrets/secret-box'
import { countElements } from '@/server/limits/admit-creation'
import { indexTerms } from '@/server/search/terms'
import { appSearch } from '@/server/services/apps/search-index'
import { createOrganization } from '@/server/services/organizations/create'
import { and } from '@/server/store/condition'
import { insertRows } from '@/server/store/insert-rows'
import { retryOnConflict } from '@/server/store/retry'
import type { Tables } from '@/server/store/schema'
import { alertRows } from './alerts'
import { analyze } from './analyze'
import { catalogApps, catalogRow } from './catalog'
import { connectorRows } from './connectors'
import { deliveryRows } from './deliveries'
import { isDemo } from './demo-data'
import { actionRows, connectionRows, ownAppRows, tenantRows } from './elements'
import { historyRows } from './history'
import { storyDay } from './story-calendar'
import { publicKeyUseRows, tokenRows } from './tokens'
import { tenantUsageRows, usageRows } from './usage'
import {
  demoOrganization,
  demoWorkspaceIds,
  productionElements,
  productionKey,
  workspaceId,
  workspaceRows,
} from './workspaces'

type Seeded = Pick<Dependencies, 'database' | 'secretBox' | 'clock'>

/** Inserts the whole demo. */
async function insertDemo(
  transaction: Transaction<Tables>,
  { secretBox, clock }: Omit<Seeded, 'database'>,
): Promise<void> {
  const now = clock()
  await insertRecords(transaction, secretBox, now)
  await insertActivity(transaction, now)
}

/** Inserts the public catalog, the organization, its workspaces, and their content. */
async function insertRecords(
  transaction: Transaction<Tables>,
  secretBox: SecretBox,
  now: Date,
): Promise<void> {
  const day = storyDay(now)
  const { connectors, versions } = connectorRows(day)
  await insertRows(transaction, 'apps', (await catalogApps()).map(catalogRow))
  await insertRows(transaction, 'organizations', [{ ...demoOrganization, created_at: day(0) }])
  await insertRows(transaction, 'workspaces', await workspaceRows(secretBox, day))
  await insertRows(transaction, 'apps', ownAppRows(day))
  await indexTerms(transaction, appSearch, and())
  await insertRows(transaction, 'tenants', tenantRows(day))
  await insertRows(transaction, 'connectors', connectors)
  await insertRows(transaction, 'connector_versions', versions)
  await insertRows(transaction, 'connections', await connectionRows(secretBox, day))
  await insertRows(transaction, 'actions', actionRows(day))
}

/** Inserts the activity in the workspaces in the last weeks. */
async function insertActivity(transaction: Transaction<Tables>, now: Date): Promise<void> {
  const day = storyDay(now)
  const id = workspaceId(productionKey)
  const elements = { count: await countElements(transaction, id), limit: productionElements }
  const connections = await transaction
    .selectFrom('connections')
    .select(['id', 'key', 'name'])
    .where('workspace_id', '=', id)
    .orderBy('key')
    .execute()
  const alerts = alertRows(now, elements)
  const { deliveries, attempts } = deliveryRows(day, connections, alerts)
  await insertRows(transaction, 'audit_events', historyRows(day))
  await insertRows(transaction, 'usage_minutes', usageRows(now))
  await insertRows(transaction, 'tenant_usage_hours', tenantUsageRows(now))
  await insertRows(transaction, 'alerts', alerts)
  await insertRows(transaction, 'webhook_deliveries', deliveries)
  await insertRows(transaction, 'delivery_attempts', attempts)
  await insertRows(transaction, 'issued_tokens', tokenRows(day))
  await insertRows(transaction, 'public_key_uses', publicKeyUseRows(day))
}

/** Fills an empty database with the demo, without the activity that `addActivity` adds. */
export async function seedRecords({ database, secretBox, clock }: Seeded): Promise<void> {
  await database
    .transaction()
    .execute((transaction) => insertRecords(transaction, secretBox, clock()))
  await analyze(database)
}

/**
 * Adds the activity of the last weeks to a database that `seedRecords` has filled at any time, and
 * updates the times of its workspaces. Does nothing if there is activity already.
 */
export async function addActivity({ database, secretBox, clock }: Seeded): Promise<void> {
  const known = await database.selectFrom('audit_events').select('id').limit(1).executeTakeFirst()
  if (known !== undefined) return
  const now = clock()
  await database.transaction().execute(async (transaction) => {
    for (const row of await workspaceRows(secretBox, storyDay(now)))
      await transaction
        .updateTable('workspaces')
        .set({
          created_at: row.created_at,
          updated_at: row.updated_at,
          operator_limits_synced_at: row.operator_limits_synced_at ?? null,
          archived_at: row.archived_at ?? null,
        })
        .where('id', '=', row.id)
        .execute()
    await insertActivity(transaction, now)
  })
  await sql`
    analyze audit_events, usage_minutes, tenant_usage_hours, alerts, webhook_deliveries,
      delivery_attempts`.execute(database)
}

/**
 * Fills an empty database with the demo: the same organization, workspaces and catalog every time,
 * and their last weeks up to now.
 */
export async function seedDemo(seeded: Seeded): Promise<void> {
  await seeded.database.transaction().execute((transaction) => insertDemo(transaction, seeded))
  await analyze(seeded.database)
}

/** Deletes the rows of every table. */
async function deleteEverything(transaction: Transaction<Tables>): Promise<void> {
  await sql`
    truncate organizations, apps, search_terms, idempotent_requests, limit_meters cascade`.execute(
    transaction,
  )
}

/** Deletes everything and seeds the demo again. Only for a database that is empty or `isDemo`. */
export async function resetDemo(seeded: Seeded): Promise<void> {
  const reset = async (transaction: Transaction<Tables>) => {
    await deleteEverything(transaction)
    await insertDemo(transaction, seeded)
  }
  await retryOnConflict(() => seeded.database.transaction().execute(reset))
  await analyze(seeded.database)
}

/**
 * Turns a demo installation into an empty one, as if it had first been started without the demo.
 * @param options.all also deletes workspaces that are not part of the demo
 * @throws an error that says what to do if there is no demo data, or if there are such workspaces
 */
export async function removeDemo(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  { all }: { all: boolean },
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    if (!(await isDemo(transaction))) throw new Error('This database holds no demo data.')
    const others = await transaction
      .selectFrom('workspaces')
      .select('name')
      .where('id', 'not in', demoWorkspaceIds)
      .orderBy('name')
      .execute()
    if (others.length > 0 && !all)
      throw new Error(
        'This database also holds workspaces that are not part of the demo: ' +
          `${others.map(({ name }) => name).join(', ')}. Add --all to delete them too.`,
      )
    await deleteEverything(transaction)
    await createOrganization({ database: transaction, clock })
  })
  await analyze(database)
}
