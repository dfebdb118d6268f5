import { sql, type Kysely } from 'kysely'

/** Renames tables and columns to the terms that the API and the code use. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database)
}

const statements = [
  `alter table audit_events rename column fault to error`,
  `alter table delivery_attempts rename column fault to error`,
  `alter table emails rename column fault to error`,
  `alter table alerts rename column told_at to notified_at`,
  `alter index alerts_told rename to alerts_notified`,
  `alter table workspaces rename column webhook_switched_off_at to webhook_disabled_at`,
  `alter table app_words rename to search_terms`,
  `alter table search_terms rename column word to term`,
]
