import type { ResponseOf, ParsedRequestOf } from '@/contract/operation'
import type { Operations } from '@/contract/operations'
import { resolveWorkspace } from '@/server/core/access/resolve-workspace'
import type { RequestContext } from '@/server/core/context'
import { alertColumns, alertRecord } from '@/server/notifications/alert-record'
import { listOrder } from '@/server/search/read-sorted'
import { sortablePage } from '@/server/search/sortable-page'
import { matches } from '@/server/store/condition'
import { alertSortValues } from './order'

/** Lists the alerts of a workspace. @throws not_found, invalid_request */
export async function listAlerts(
  context: RequestContext,
  { query }: ParsedRequestOf<Operations['listAlerts']>,
): Promise<ResponseOf<Operations['listAlerts']>> {
  const { limit, cursor, workspaceId: named, sort, ...filters } = query
  const workspace = await resolveWorkspace(context, named)
  const { status, severity, type } = filters
  const page = await sortablePage(context.database, {
    table: 'alerts',
    columns: alertColumns,
    list: { of: 'alerts', workspaceId: workspace.id, filters, sort },
    order: listOrder(alertSortValues, sort),
    condition: matches('alerts', { workspace_id: workspace.id, status, severity, type }),
    limit,
    cursor,
  })
  return { cursor: page.cursor, items: page.rows.map((row) => alertRecord(row, workspace.org_id)) }
}
