import { sql, type Kysely } from 'kysely'

/** Adds the client's address and refused requests to the audit log. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table audit_events
      add column address text,
      add column outcome text not null default 'done' check (outcome in ('done', 'refused')),
      add column fault jsonb`.execute(database)
}
