import { sql, type QueryExecutorProvider } from 'kysely'

/** Lets an e-mail be sent again to those recipients for whom the mail server deferred it. */
export async function up(database: QueryExecutorProvider): Promise<void> {
  await sql`alter table emails add column recipients jsonb`.execute(database)
}
