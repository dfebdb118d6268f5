import { sql, type Selectable, type SqlBool } from 'kysely'
import { auditEventSchema, type AuditEvent } from '../../../contract/history'
import type { ResponseOf, ParsedRequestOf } from '../../../contract/operation'
import type { Operations } from '../../../contract/operations'
import type { AuditEventsTable } from '../../store/schema'
import type { RequestContext } from '../../core/context'
import { newestFirstPage } from '../../search/newest-first-page'
import type { Condition } from '../../store/condition'
import { resolveWorkspace } from '../../core/resolve-workspace'

type Filters = ParsedRequestOf<Operations['exportAuditEvents']>['query']

/** Converts a row of the history to the form of the API. */
export function auditEvent(row: Selectable<AuditEventsTable>): AuditEvent {
  return {
    id: row.id,
    operation: row.operation,
    subject: {
      type: row.subject_type,
      id: row.subject_id,
      name: row.subject_name ?? undefined,
    },
    actor: auditEventSchema.shape.actor.parse(row.actor),
    requestId: row.request_id ?? undefined,
    address: row.address ?? undefined,
    outcome: row.outcome,
    error: row.error ?? undefined,
    changes: row.changes,
    createdAt: row.created_at.toISOString(),
  }
}

/** The conditions of the entries that filters choose in a workspace. */
export function eventConditions(
  workspaceId: string,
  { operation, outcome, actor, path, from, to }: Filters,
): Condition[] {
  return [
    sql<SqlBool>`workspace_id = ${workspaceId}`,
    ...(operation === undefined ? [] : [sql<SqlBool>`operation = ${operation}`]),
    ...(outcome === undefined ? [] : [sql<SqlBool>`outcome = ${outcome}`]),
    ...(actor === undefined
      ? []
      : [sql<SqlBool>`strpos(lower(actor ->> 'name'), lower(${actor}::text)) > 0`]),
    ...(path === undefined
      ? []
      : [
          sql<SqlBool>`exists (
            select 1 from json_array_elements(changes) as change
            where starts_with(change ->> 'path', ${path}::text)
          )`,
        ]),
    ...(from === undefined ? [] : [sql<SqlBool>`created_at >= ${new Date(from)}`]),
    ...(to === undefined ? [] : [sql<SqlBool>`created_at < ${new Date(to)}`]),
  ]
}

/** Lists who changed what in a workspace, newest first. @throws not_found, invalid_request */
export async function listAuditEvents(
  context: RequestContext,
  { query }: ParsedRequestOf<Operations['listAuditEvents']>,
): Promise<ResponseOf<Operations['listAuditEvents']>> {
  const { limit, cursor, workspaceId: named, ...filters } = query
  const { id: workspaceId } = await resolveWorkspace(context, named)
  const page = await newestFirstPage(context.database, {
    table: 'audit_events',
    list: { of: 'audit events', workspaceId, filters },
    conditions: eventConditions(workspaceId, filters),
    limit,
    cursor,
  })
  return { cursor: page.cursor, items: page.rows.map(auditEvent) }
}
