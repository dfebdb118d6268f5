import type { AuditEvent } from '@/contract/history'
import type { ParsedRequestOf } from '@/contract/operation'
import type { Operations } from '@/contract/operations'
import { resolveWorkspace } from '@/server/core/access/resolve-workspace'
import type { RequestContext } from '@/server/core/context'
import { newestFirstPage } from '@/server/search/newest-first-page'
import { auditEvent, filteredEvents } from './list'

const pageSize = 500

/**
 * Exports the history of a workspace, newest first, page by page: each page is read when the one
 * before was sent. Entries recorded meanwhile are left out.
 * @throws not_found, invalid_request
 */
export async function exportAuditEvents(
  context: RequestContext,
  { query: { workspaceId: named, ...filters } }: ParsedRequestOf<Operations['exportAuditEvents']>,
): Promise<AsyncIterable<readonly AuditEvent[]>> {
  const { id: workspaceId } = await resolveWorkspace(context, named)
  return pagesOf(context, workspaceId, filters)
}

async function* pagesOf(
  { database }: RequestContext,
  workspaceId: string,
  filters: Parameters<typeof filteredEvents>[1],
): AsyncGenerator<readonly AuditEvent[]> {
  let cursor: string | undefined
  do {
    const page = await newestFirstPage(database, {
      table: 'audit_events',
      largeColumn: 'changes',
      list: { of: 'exported audit events', workspaceId },
      ...filteredEvents(workspaceId, filters),
      limit: pageSize,
      cursor,
    })
    yield page.rows.map(auditEvent)
    ;({ cursor } = page)
  } while (cursor !== undefined)
}
