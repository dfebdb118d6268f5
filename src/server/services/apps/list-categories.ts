import { sql } from 'kysely'
import { maxCategorizedApps } from '@/contract/apps'
import type { ResponseOf, ParsedRequestOf } from '@/contract/operation'
import type { Operations } from '@/contract/operations'
import type { RequestContext } from '@/server/core/context'
import { visibleGroups } from './filters'

/** Lists the categories of the apps that the caller sees, sorted. */
export async function listAppCategories(
  context: RequestContext,
  { query }: ParsedRequestOf<Operations['listAppCategories']>,
): Promise<ResponseOf<Operations['listAppCategories']>> {
  const found = new Set<string>()
  for (const group of await visibleGroups(context, context.database, query.scope)) {
    const { rows } = await sql<{ category: string }>`
      select distinct unnest(categories) as category
      from (
        select categories from apps where ${group} and archived_at is null
        order by search_name, id limit ${maxCategorizedApps}
      ) as first`.execute(context.database)
    for (const { category } of rows) found.add(category)
  }
  return { items: [...found].toSorted((one, other) => one.localeCompare(other, 'en')) }
}
