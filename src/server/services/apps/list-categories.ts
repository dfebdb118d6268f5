import { sql } from 'kysely'
import type { AnswerOf, ParsedRequestOf } from '../../../contract/operation'
import type { Operations } from '../../../contract/operations'
import type { Call } from '../../core/context'
import { visibleGroups } from './filters'

/** So many apps of a group are looked at, in the order of an index: a catalog of a million is not read whole. */
const looked = 20_000

/** The categories of the apps that the caller sees, in order. */
export async function listAppCategories(
  call: Call,
  { query }: ParsedRequestOf<Operations['listAppCategories']>,
): Promise<AnswerOf<Operations['listAppCategories']>> {
  const found = new Set<string>()
  for (const group of await visibleGroups(call, call.database, query.scope)) {
    const { rows } = await sql<{ category: string }>`
      select distinct unnest(categories) as category
      from (select categories from apps where ${group} and archived_at is null order by search_name, id limit ${looked}) as first`.execute(
      call.database,
    )
    for (const { category } of rows) found.add(category)
  }
  return { items: [...found].toSorted((one, other) => one.localeCompare(other, 'en')) }
}
