import type { ResponseOf, ParsedRequestOf } from '../../../contract/operation'
import type { Operations } from '../../../contract/operations'
import type { RequestContext } from '../../core/context'
import { newestFirstPage } from '../../search/newest-first-page'
import { resolveWorkspace } from '../../core/resolve-workspace'
import { matches } from '../../store/condition'
import { alertRecord } from '../../notifications/alert-record'

/** Lists the alerts of a workspace, newest first. @throws not_found, invalid_request */
export async function listAlerts(
  context: RequestContext,
  { query }: ParsedRequestOf<Operations['listAlerts']>,
): Promise<ResponseOf<Operations['listAlerts']>> {
  const { limit, cursor, workspaceId: named, ...filters } = query
  const workspace = await resolveWorkspace(context, named)
  const { status, severity, type } = filters
  const page = await newestFirstPage(context.database, {
    table: 'alerts',
    list: { of: 'alerts', workspaceId: workspace.id, filters },
    condition: matches('alerts', { workspace_id: workspace.id, status, severity, type }),
    limit,
    cursor,
  })
  return { cursor: page.cursor, items: page.rows.map((row) => alertRecord(row, workspace.org_id)) }
}
