import { sql } from 'kysely'
import type { Database } from '@/server/store/database'

/** Inserts events from one number to another. Ids begin with their time, as the server's do. */
export async function insertEvents(
  database: Database,
  workspaceId: string,
  from: number,
  to: number,
): Promise<void> {
  const batchSize = 20_000
  for (let first = from; first <= to; first += batchSize)
    await sql`
      insert into audit_events (
        id, workspace_id, operation, subject_type, subject_id, subject_name, actor, outcome,
        changes, created_at
      )
      select
        (
          lpad(to_hex((extract(epoch from timestamptz '2026-01-01Z')::bigint + n) * 1000), 12, '0')
          || '-7000-8000-' || lpad('', 12, '0')
        )::text::uuid,
        ${workspaceId}, case when n % 2 = 0 then 'createApp' else 'updateApp' end,
        'app', 'app', 'App', '{"role":"admin","name":"Importer"}', 'done',
        '[{"path":"name","after":"A name of some length"}]',
        timestamptz '2026-01-01Z' + n * interval '1 second'
      from generate_series(${first}::int, ${Math.min(to, first + batchSize - 1)}::int) as n
    `.execute(database)
}
