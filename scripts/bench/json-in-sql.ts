import { CompiledQuery } from 'kysely'
import { openDatabase } from '@/server/node/open-database'
import { appItem, appItemColumns, type AppRow } from '@/server/services/apps/record'
import type { Database } from '@/server/store/database'
import { alternately } from './alternately'
import { figure, type Figure } from './figure'
import { catalogOf, onBothDatabases, type DatabaseKind } from './server'

type Item = Pick<AppRow, (typeof appItemColumns)[number]>

const page = `select ${appItemColumns.join(', ')} from apps
  where workspace_id is null and archived_at is null order by search_name, id limit 100`
const asJson = `select json_agg(json_build_object('id', id, 'key', key, 'name', name, 'uuid', uuid,
  'isReadOnly', is_read_only, 'isPublic', workspace_id is null))::text as json
  from (${page}) as page`

async function fromRows(database: Database): Promise<string> {
  const { rows } = await database.executeQuery<Item>(CompiledQuery.raw(page))
  return JSON.stringify(rows.map(appItem))
}

async function fromJson(database: Database): Promise<string> {
  const { rows } = await database.executeQuery<{ json: string }>(CompiledQuery.raw(asJson))
  return rows[0]?.json ?? '[]'
}

async function compareOn(kind: DatabaseKind): Promise<Figure[]> {
  const source = await catalogOf(10_000, kind)
  const log = { info: () => {}, error: () => {} }
  const { requests: database } = await openDatabase(
    { DATABASE_URL: undefined, ...source, EMBEDDED_FSYNC: true },
    { log },
  )
  const [made, built] = await alternately(
    () => fromRows(database),
    () => fromJson(database),
    300,
  )
  await database.destroy()
  return [
    figure(`JSON of 100 apps from rows, ${kind}: per second`, made, {}),
    figure('… of that if the database builds it', built / made, { digits: 2 }),
  ]
}

/** Compares making the JSON of a list from its rows with having the database build it. */
export const jsonInSql = (): Promise<Figure[]> => onBothDatabases(compareOn)
