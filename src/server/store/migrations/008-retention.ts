import { sql, type Kysely } from 'kysely'

/** Indexes finished deliveries and e-mails by age, so that expired ones can be deleted. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database)
}

const statements = [
  `create index webhook_deliveries_by_age on webhook_deliveries (finished_at)
    where finished_at is not null`,
  `create index emails_by_age on emails (created_at) where status <> 'pending'`,
]
