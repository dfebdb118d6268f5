import { sql, type Kysely } from 'kysely'

/**
 * Records the severity that an alert was last notified with, keeps the order of members in the
 * audit log, lets events of disabled webhooks expire, normalizes keys to NFC, and folds the final
 * sigma.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database)
}

/** A key stays as it is if another row has its NFC form; its row can still be addressed by id. */
const composeKeys = (table: string) => `
  with decomposed as (
    select id, normalize(key, NFC) as composed,
      row_number() over (partition by workspace_id, normalize(key, NFC) order by id) as number
    from ${table} where key is not nfc normalized
  )
  update ${table} set key = composed from decomposed
  where ${table}.id = decomposed.id and number = 1 and not exists (
    select 1 from ${table} as other
    where other.key = composed and other.workspace_id is not distinct from ${table}.workspace_id
  )`

const statements = [
  `alter table alerts add column notified_severity text
    check (notified_severity in ('warning', 'critical'))`,
  `update alerts set notified_severity = severity where notified_at is not null`,

  // jsonb sorts the members of objects, and their order matters in a schema.
  `alter table audit_events
    alter column changes drop default,
    alter column changes type json using changes::json,
    alter column changes set default '[]'`,

  `update webhook_deliveries set finished_at = created_at
    where status = 'stopped' and finished_at is null`,

  ...['apps', 'connectors'].map(composeKeys),

  // Search folds a final sigma like any other.
  ...['workspaces', 'apps', 'connectors', 'connections', 'actions'].map(
    (table) => `
      update ${table} set
        search_name = replace(search_name, 'ς', 'σ'),
        search_key = replace(search_key, 'ς', 'σ')
      where search_name like '%ς%' or search_key like '%ς%'`,
  ),
  `insert into search_terms (term)
    select distinct replace(term, 'ς', 'σ') from search_terms where term like '%ς%'
    on conflict do nothing`,
]
