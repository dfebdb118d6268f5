import { sql, type Selectable, type SqlBool } from 'kysely'
import { auditEventSchema, type AuditEvent } from '@/contract/history'
import type { ResponseOf, ParsedRequestOf } from '@/contract/operation'
import { isOperationId, operations, type Operations } from '@/contract/operations'
import { resolveWorkspace } from '@/server/core/access/resolve-workspace'
import type { RequestContext } from '@/server/core/context'
import { newestFirstPage, type LatestRequest } from '@/server/search/newest-first-page'
import { and, createdWithin, matches, type Condition } from '@/server/store/condition'
import type { AuditEventsTable } from '@/server/store/schema'

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
    reason: row.reason ?? undefined,
    outcome: row.outcome,
    error: row.error ?? undefined,
    changes: row.changes,
    createdAt: row.created_at.toISOString(),
  }
}

/** Matches the entries that the filters besides the period select; undefined without any. */
function filterOf({ operation, outcome, actor, path }: Filters): Condition | undefined {
  if ([operation, outcome, actor, path].every((text) => text === undefined)) return undefined
  return and(
    matches('audit_events', { operation, outcome }),
    ...(actor === undefined
      ? []
      : [sql<SqlBool>`strpos(lower(actor ->> 'name'), lower(${actor}::text)) > 0`]),
    ...(path === undefined
      ? []
      : [
          // Few entries contain the text, which is found in a fraction of the time of reading JSON.
          sql<SqlBool>`strpos(changes::text, ${JSON.stringify(path).slice(0, -1)}::text) > 0`,
          sql<SqlBool>`exists (
            select 1 from json_array_elements(changes) as change
            where starts_with(change ->> 'path', ${path}::text)
          )`,
        ]),
  )
}

/** Matches the entries that an operation on workspaces can have, which have an index. */
function aboutSubjectOf(operation: string | undefined): Condition {
  const isAboutWorkspace =
    operation !== undefined &&
    isOperationId(operation) &&
    operations[operation].path.startsWith('/org-workspaces')
  // Not a parameter, with which PostgreSQL could not choose the index.
  return isAboutWorkspace ? sql<SqlBool>`subject_type = 'workspace'` : and()
}

/** Returns what selects the entries of a workspace for a page. */
export function filteredEvents(
  workspaceId: string,
  filters: Filters,
): Pick<LatestRequest<'audit_events'>, 'condition' | 'filter'> {
  return {
    condition: and(
      matches('audit_events', { workspace_id: workspaceId }),
      aboutSubjectOf(filters.operation),
      createdWithin('audit_events', filters),
    ),
    filter: filterOf(filters),
  }
}

/** Lists the history of a workspace, newest first. @throws not_found, invalid_request */
export async function listAuditEvents(
  context: RequestContext,
  { query }: ParsedRequestOf<Operations['listAuditEvents']>,
): Promise<ResponseOf<Operations['listAuditEvents']>> {
  const { limit, cursor, workspaceId: named, ...filters } = query
  const { id: workspaceId } = await resolveWorkspace(context, named)
  const page = await newestFirstPage(context.database, {
    table: 'audit_events',
    largeColumn: 'changes',
    list: { of: 'audit events', workspaceId, filters },
    ...filteredEvents(workspaceId, filters),
    limit,
    cursor,
  })
  return { cursor: page.cursor, items: page.rows.map(auditEvent) }
}
