import type { ResponseOf, ParsedRequestOf } from '@/contract/operation'
import type { Operations } from '@/contract/operations'
import type { RequestContext } from '@/server/core/context'
import { listPage } from '@/server/search/list-page'
import { listOrder } from '@/server/search/read-sorted'
import { and } from '@/server/store/condition'
import { filteredApps, visibleGroups } from './filters'
import { appSortValues } from './order'
import { appDetails, appDetailsColumns } from './record'
import { appSearch } from './search-index'

/**
 * Searches apps in any state, with their details and the total of matches.
 * @throws invalid_request
 */
export async function searchApps(
  context: RequestContext,
  { query }: ParsedRequestOf<Operations['searchApps']>,
): Promise<ResponseOf<Operations['searchApps']>> {
  const { workspaceId } = context.caller
  const { limit, cursor, search, state = 'active', sort, ...filters } = query
  const groups = await visibleGroups(context, context.database, filters.scope)
  const condition = filteredApps(context, { ...filters, state })
  const page = await listPage(context.database, {
    ...appSearch,
    columns: appDetailsColumns,
    largeColumn: 'logo_uri',
    list: { of: 'app search', workspaceId, groups: groups.length, ...filters, state, sort },
    search,
    limit,
    cursor,
    counted: true,
    order: listOrder(appSortValues, sort),
    groups: groups.map((group) => and(group, condition)),
  })
  return { items: page.rows.map(appDetails), cursor: page.cursor, total: page.total }
}
