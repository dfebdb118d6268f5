import { sql } from 'kysely'
import type { Dependencies } from '@/server/core/context'
import { indexTerms } from '@/server/search/terms'
import { appSearch } from '@/server/services/apps/search-index'
import { and } from '@/server/store/condition'
import { analyze } from './analyze'
import { catalogDate } from './story-calendar'

/** Words for names of generated apps: twenty of each. */
const firstWords =
  '{Amber,Birch,Cedar,Delta,Ember,Fjord,Grove,Haven,Indigo,Juno,' +
  'Krill,Lumen,Maple,Nova,Opal,Pulse,Quill,River,Slate,Tundra}'
const secondWords =
  '{Desk,Flow,Ledger,Metrics,Notes,Ops,People,Queue,Reach,Sign,' +
  'Track,Vault,Works,Yield,Board,Cast,Dock,Forms,Grid,Hub}'

/** Adds generated public apps until the catalog has `count` apps. */
export async function growCatalog(
  { database }: Pick<Dependencies, 'database'>,
  count: number,
): Promise<void> {
  if (!Number.isInteger(count) || count < 1)
    throw new Error('Set the number of apps in the catalog: --apps 100000')
  const { rows } = await sql<{
    present: number
  }>`select count(*)::int as present from apps where workspace_id is null`.execute(database)
  const present = rows[0]?.present ?? 0
  const step = 20_000
  for (let start = present; start < count; start += step) {
    const end = Math.min(start + step, count) - 1
    await sql`
      with words as (
        select ${firstWords}::text[] as first, ${secondWords}::text[] as second
      ),
      named as (
        select
          number,
          first[1 + number % 20] || second[1 + (number / 20) % 20] || ' ' || number as name
        from words, generate_series(${start}::int, ${end}::int) as number
      )
      insert into apps (
        id, uuid, workspace_id, key, name, categories,
        search_name, search_key, created_at, updated_at
      )
      select
        -- The digits that make it a uuid of version 7.
        overlay(
          overlay(md5('grown ' || number)::uuid::text placing '7' from 15) placing '8' from 20
        )::uuid,
        md5('grown uuid ' || number)::uuid::text,
        null,
        replace(lower(name), ' ', '-'),
        name,
        '{}',
        lower(name),
        replace(lower(name), ' ', '-'),
        ${catalogDate},
        ${catalogDate}
      from named
      on conflict do nothing`.execute(database)
  }
  await indexTerms(database, appSearch, and())
  await analyze(database)
}
