import { sql, type QueryExecutorProvider } from 'kysely'

/** Tells service and personal tokens apart from those that are valid for an hour. */
export async function up(database: QueryExecutorProvider): Promise<void> {
  await sql`
    alter table issued_tokens
      add column kind text not null default 'session'
        check (kind in ('session', 'personal', 'service')),
      -- { signedBy, issuer, subject, keyId }: how the owner of a personal token signed in.
      add column owner jsonb,
      add column owner_seen_at timestamptz`.execute(database)
  await sql`create index issued_tokens_by_owner on issued_tokens ((owner ->> 'subject'))
    where kind = 'personal'`.execute(database)
}
