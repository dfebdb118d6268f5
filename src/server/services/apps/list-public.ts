import type { ResponseOf, ParsedRequestOf } from '@/contract/operation'
import type { Operations } from '@/contract/operations'
import type { RequestContext } from '@/server/core/context'
import { listedState } from '@/server/search/archived-condition'
import { listPage } from '@/server/search/list-page'
import { and } from '@/server/store/condition'
import { filteredApps, publicApps } from './filters'
import { appItem, appItemColumns } from './record'
import { appSearch } from './search-index'

/** Lists the public catalog, with the total of matching apps. @throws invalid_request */
export async function listPublicApps(
  context: RequestContext,
  { query }: ParsedRequestOf<Operations['listPublicApps']>,
): Promise<ResponseOf<Operations['listPublicApps']>> {
  const { workspaceId } = context.caller
  const { limit, cursor, search, ...filters } = query
  const page = await listPage(context.database, {
    ...appSearch,
    columns: appItemColumns,
    list: {
      of: 'public apps',
      workspaceId: filters.isConnected === undefined ? undefined : workspaceId,
      ...filters,
    },
    search,
    limit,
    cursor,
    counted: true,
    groups: [
      and(
        publicApps,
        filteredApps(context, { ...filters, state: listedState(filters.includeArchived) }),
      ),
    ],
  })
  return { items: page.rows.map(appItem), cursor: page.cursor, total: page.total }
}
