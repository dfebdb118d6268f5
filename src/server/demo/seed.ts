import { sql, type Insertable, type Transaction } from 'kysely'
import { and } from '../store/condition'
import type { Dependencies } from '../core/context'
import { createOrganization } from '../services/organizations/create'
import { appSearch } from '../services/apps/search-index'
import { indexTerms } from '../search/terms'
import type { Queryable } from '../store/database'
import type { Tables } from '../store/schema'
import { catalogApps, catalogRow } from './catalog'
import { connectorRows } from './connectors'
import { actionRows, connectionRows, ownAppRows, tenantRows } from './elements'
import { historyRows } from './history'
import { day } from './identity'
import { alertRows, usageRows } from './usage'
import { demoOrganization, demoWorkspaceIds, workspaceRows } from './workspaces'

type Seeded = Pick<Dependencies, 'database' | 'secretBox' | 'clock'>

/** Rows a statement: PostgreSQL takes 65,535 parameters at most. */
const batchSize = 1000

async function insertAll<Name extends keyof Tables>(
  transaction: Transaction<Tables>,
  table: Name,
  rows: readonly Insertable<Tables[Name]>[],
): Promise<void> {
  for (let start = 0; start < rows.length; start += batchSize) {
    await transaction
      .insertInto(table)
      .values(rows.slice(start, start + batchSize))
      .execute()
  }
}

/** The planner needs to know what came in, and an embedded database neither looks nor cleans up by itself. */
async function analyze(database: Queryable): Promise<void> {
  await sql`vacuum analyze`.execute(database)
}

async function insertStory(
  transaction: Transaction<Tables>,
  { secretBox, clock }: Omit<Seeded, 'database'>,
): Promise<void> {
  const { connectors, versions } = connectorRows()
  await insertAll(transaction, 'organizations', [demoOrganization])
  await insertAll(transaction, 'workspaces', await workspaceRows(secretBox))
  await insertAll(transaction, 'apps', (await catalogApps()).map(catalogRow))
  await insertAll(transaction, 'apps', ownAppRows())
  await indexTerms(transaction, appSearch, and())
  await insertAll(transaction, 'tenants', tenantRows())
  await insertAll(transaction, 'connectors', connectors)
  await insertAll(transaction, 'connector_versions', versions)
  await insertAll(transaction, 'connections', await connectionRows(secretBox))
  await insertAll(transaction, 'actions', actionRows())
  await insertAll(transaction, 'audit_events', historyRows())
  await insertAll(transaction, 'usage_minutes', usageRows(clock()))
  await insertAll(transaction, 'alerts', alertRows(clock()))
}

/** Fills an empty database with the demo: the same organization, workspaces and catalog every time, and the same week of usage, up to now. */
export async function seedDemo(seeded: Seeded): Promise<void> {
  await seeded.database.transaction().execute((transaction) => insertStory(transaction, seeded))
  await analyze(seeded.database)
}

/** Deletes the rows of every table. */
async function deleteEverything(transaction: Transaction<Tables>): Promise<void> {
  await sql`truncate organizations, apps, search_terms, idempotent_requests, limit_meters cascade`.execute(
    transaction,
  )
}

/** Takes away everything there is and tells the demo’s story from the beginning. Only for a database that `isDemo`, or is empty. */
export async function resetDemo(seeded: Seeded): Promise<void> {
  await seeded.database.transaction().execute(async (transaction) => {
    await deleteEverything(transaction)
    await insertStory(transaction, seeded)
  })
  await analyze(seeded.database)
}

/**
 * Turns a demo installation into an empty one, as if it had first been started without the demo.
 * @param options.all deletes workspaces too that were created beside those of the demo
 * @throws an error that says what to do where there is no demo data, or where there are such workspaces
 */
export async function removeDemo(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  { all }: { all: boolean },
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    if (!(await isDemo(transaction)))
      throw new Error('This database holds no demo data: there is nothing to remove.')
    const others = await transaction
      .selectFrom('workspaces')
      .select('name')
      .where('id', 'not in', demoWorkspaceIds)
      .orderBy('name')
      .execute()
    if (others.length > 0 && !all)
      throw new Error(
        `This database also holds workspaces that are not part of the demo: ${others.map(({ name }) => name).join(', ')}. Add --all to delete them too.`,
      )
    await deleteEverything(transaction)
    await createOrganization({ database: transaction, clock })
  })
  await analyze(database)
}

/** @throws an error that says what to do when a server that does not run the demo finds demo data */
export async function assertNoDemoData(database: Queryable): Promise<void> {
  if (await isDemo(database))
    throw new Error(
      'This database holds demo data, which this server does not serve. Set DEMO=on to run the demo, or empty the database with the command demo-remove (npm run demo:remove)',
    )
}

/** Whether the data is the demo’s: nothing else has its organization. */
export async function isDemo(database: Queryable): Promise<boolean> {
  return (
    (await database
      .selectFrom('organizations')
      .select('id')
      .where('id', '=', demoOrganization.id)
      .executeTakeFirst()) !== undefined
  )
}

/** Adds made-up public apps until the catalog has so many. */
export async function growCatalog(
  { database }: Pick<Dependencies, 'database'>,
  count: number,
): Promise<void> {
  if (!Number.isInteger(count) || count < 1)
    throw new Error('Say how many apps the catalog should have: --apps 100000')
  const { rows } = await sql<{
    present: number
  }>`select count(*)::int as present from apps where workspace_id is null`.execute(database)
  const present = rows[0]?.present ?? 0
  const step = 20_000
  for (let start = present; start < count; start += step) {
    await sql`
      with words as (select array['Amber','Birch','Cedar','Delta','Ember','Fjord','Grove','Haven','Indigo','Juno','Krill','Lumen','Maple','Nova','Opal','Pulse','Quill','River','Slate','Tundra'] as first,
                            array['Desk','Flow','Ledger','Metrics','Notes','Ops','People','Queue','Reach','Sign','Track','Vault','Works','Yield','Board','Cast','Dock','Forms','Grid','Hub'] as second),
      named as (select number, first[1 + number % 20] || second[1 + (number / 20) % 20] || ' ' || number as name from words, generate_series(${start}::int, ${Math.min(start + step, count) - 1}::int) as number)
      insert into apps (id, uuid, workspace_id, key, name, categories, search_name, search_key, created_at, updated_at)
      select overlay(overlay(md5('grown ' || number)::uuid::text placing '7' from 15) placing '8' from 20)::uuid, md5('grown uuid ' || number)::uuid::text, null,
             replace(lower(name), ' ', '-'), name, '{}', lower(name), replace(lower(name), ' ', '-'), ${day(0)}, ${day(0)}
      from named on conflict do nothing`.execute(database)
  }
  await indexTerms(database, appSearch, and())
  await analyze(database)
}
