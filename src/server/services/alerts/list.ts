import { sql, type SqlBool } from 'kysely'
import type { AnswerOf, ParsedRequestOf } from '../../../contract/operation'
import type { Operations } from '../../../contract/operations'
import type { Call } from '../../core/context'
import { latestPage } from '../../search/newest-first-page'
import { cursorOf } from '../../search/list-page'
import { namedWorkspace } from '../../core/resolve-workspace'
import { alertRecord } from '../../notifications/alert-record'

/** Lists the alerts of a workspace, newest first. @throws not_found, invalid_request */
export async function listAlerts(
  call: Call,
  { query }: ParsedRequestOf<Operations['listAlerts']>,
): Promise<AnswerOf<Operations['listAlerts']>> {
  const { limit, cursor, workspaceId: named, ...filters } = query
  const workspace = await namedWorkspace(call, named)
  const { status, severity, type } = filters
  const page = await latestPage(call.database, {
    table: 'alerts',
    list: { of: 'alerts', workspaceId: workspace.id, filters },
    conditions: [
      sql<SqlBool>`workspace_id = ${workspace.id}`,
      ...(status === undefined ? [] : [sql<SqlBool>`status = ${status}`]),
      ...(severity === undefined ? [] : [sql<SqlBool>`severity = ${severity}`]),
      ...(type === undefined ? [] : [sql<SqlBool>`type = ${type}`]),
    ],
    limit,
    cursor,
  })
  return { ...cursorOf(page), items: page.rows.map((row) => alertRecord(row, workspace.org_id)) }
}
