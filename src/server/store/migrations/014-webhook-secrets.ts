import { sql, type Kysely } from 'kysely'

/** Replaces the single previous webhook secret with a list, each with its own expiry. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database)
}

const statements = [
  // [{ encryptedSecret, until }], oldest first; until is ISO 8601 in UTC.
  `alter table workspaces add column previous_webhook_secrets jsonb not null default '[]'`,
  `update workspaces set previous_webhook_secrets = jsonb_build_array(jsonb_build_object(
    'encryptedSecret', encrypted_previous_webhook_secret,
    'until', to_char(
      previous_webhook_secret_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  ))
  where encrypted_previous_webhook_secret is not null
    and previous_webhook_secret_until is not null`,
  `alter table workspaces
    drop column encrypted_previous_webhook_secret,
    drop column previous_webhook_secret_until`,
]
