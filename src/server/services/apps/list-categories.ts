import { sql } from 'kysely'
import type { ResponseOf, ParsedRequestOf } from '../../../contract/operation'
import type { Operations } from '../../../contract/operations'
import type { RequestContext } from '../../core/context'
import { visibleGroups } from './filters'

/** So many apps of a group are looked at, in the order of an index: a catalog of a million is not read whole. */
const looked = 20_000

/** The categories of the apps that the caller sees, in order. */
export async function listAppCategories(
  context: RequestContext,
  { query }: ParsedRequestOf<Operations['listAppCategories']>,
): Promise<ResponseOf<Operations['listAppCategories']>> {
  const found = new Set<string>()
  for (const group of await visibleGroups(context, context.database, query.scope)) {
    const { rows } = await sql<{ category: string }>`
      select distinct unnest(categories) as category
      from (select categories from apps where ${group} and archived_at is null order by search_name, id limit ${looked}) as first`.execute(
      context.database,
    )
    for (const { category } of rows) found.add(category)
  }
  return { items: [...found].toSorted((one, other) => one.localeCompare(other, 'en')) }
}
