import type { ResponseOf, ParsedRequestOf } from '@/contract/operation'
import type { Operations } from '@/contract/operations'
import type { RequestContext } from '@/server/core/context'
import { listedState } from '@/server/search/archived-condition'
import { listPage } from '@/server/search/list-page'
import { and } from '@/server/store/condition'
import { filteredApps, visibleGroups } from './filters'
import { appItem, appItemColumns } from './record'
import { appSearch } from './search-index'

/** Searches the apps that the workspace can use, its own first. @throws invalid_request */
export async function listApps(
  context: RequestContext,
  { query }: ParsedRequestOf<Operations['listApps']>,
): Promise<ResponseOf<Operations['listApps']>> {
  const { workspaceId } = context.caller
  const { limit, cursor, search, ...filters } = query
  const condition = filteredApps(context, {
    ...filters,
    state: listedState(filters.includeArchived),
  })
  const groups = await visibleGroups(context, context.database)
  const page = await listPage(context.database, {
    ...appSearch,
    columns: appItemColumns,
    list: { of: 'apps', workspaceId, groups: groups.length, ...filters },
    search,
    limit,
    cursor,
    groups: groups.map((group) => and(group, condition)),
  })
  return { items: page.rows.map(appItem), cursor: page.cursor }
}
