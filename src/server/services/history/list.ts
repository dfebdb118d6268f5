import { sql, type Selectable, type SqlBool } from 'kysely'
import { auditEventSchema, type AuditEvent } from '../../../contract/history'
import type { AnswerOf, ParsedRequestOf } from '../../../contract/operation'
import type { Operations } from '../../../contract/operations'
import { defaultPageSize } from '../../../contract/pagination'
import type { AuditEventsTable } from '../../store/schema'
import type { Call } from '../context'
import { invalidRequest } from '../fault'
import { readCursor, writeCursor } from '../page-cursor'
import type { Condition } from '../search-tiers'
import { findWorkspace } from '../workspaces/find'

type Query = ParsedRequestOf<Operations['listAuditEvents']>['query']

function auditEvent(row: Selectable<AuditEventsTable>): AuditEvent {
  return {
    id: row.id,
    operation: row.operation,
    subject: { type: row.subject_type, id: row.subject_id, ...(row.subject_name === null ? {} : { name: row.subject_name }) },
    actor: auditEventSchema.shape.actor.parse(row.actor),
    ...(row.request_id === null ? {} : { requestId: row.request_id }),
    changes: row.changes,
    createdAt: row.created_at.toISOString(),
  }
}

/** The workspace whose history is asked for. @throws not_found, invalid_request when an operator names none */
async function workspaceAskedFor(call: Call, named: string | undefined): Promise<string> {
  if (named !== undefined) return (await findWorkspace(call, call.database, named)).id
  if (call.caller.role !== 'operator') return call.caller.workspaceId
  throw invalidRequest([{ path: ['query', 'workspaceId'], message: 'An operator token belongs to no workspace: say whose history', code: 'required' }])
}

function conditions({ operation, actor, path, from, to }: Query): Condition[] {
  return [
    ...(operation === undefined ? [] : [sql<SqlBool>`operation = ${operation}`]),
    ...(actor === undefined ? [] : [sql<SqlBool>`strpos(lower(actor ->> 'name'), lower(${actor}::text)) > 0`]),
    ...(path === undefined ? [] : [sql<SqlBool>`exists (select 1 from jsonb_array_elements(changes) as change where starts_with(change ->> 'path', ${path}::text))`]),
    ...(from === undefined ? [] : [sql<SqlBool>`created_at >= ${new Date(from)}`]),
    ...(to === undefined ? [] : [sql<SqlBool>`created_at < ${new Date(to)}`]),
  ]
}

/**
 * Lists who changed what in a workspace, newest first. Ids begin with their time, so that the order of ids is
 * that of events, and a page goes on where the last one ended whatever is written meanwhile.
 * @throws not_found, invalid_request
 */
export async function listAuditEvents(call: Call, { query }: ParsedRequestOf<Operations['listAuditEvents']>): Promise<AnswerOf<Operations['listAuditEvents']>> {
  const { limit = defaultPageSize, cursor, workspaceId: named, ...filters } = query
  const workspaceId = await workspaceAskedFor(call, named)
  const list = { of: 'audit events', workspaceId, filters }
  const start = await readCursor(list, cursor)
  const wanted = [sql<SqlBool>`workspace_id = ${workspaceId}`, ...conditions(filters), ...(start === undefined ? [] : [sql<SqlBool>`id < ${start.id}`])]
  const { rows } = await sql<Selectable<AuditEventsTable>>`
    select * from audit_events where ${sql.join(wanted, sql` and `)} order by id desc limit ${limit + 1}`.execute(call.database)
  const items = rows.slice(0, limit).map(auditEvent)
  const last = items.at(-1)
  if (rows.length <= limit || last === undefined) return { items }
  return { items, cursor: await writeCursor(list, { part: 0, name: last.createdAt, id: last.id, near: false }) }
}
