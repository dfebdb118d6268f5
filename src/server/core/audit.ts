import { v7 as uuid } from 'uuid'
import type { OperationId } from '../../contract/operations'
import type { Queryable } from '../store/database'
import type { RequestContext } from './context'
import { takeEffect } from './idempotency-claim'

/** PostgreSQL takes 65,535 parameters in a statement at most. */
const rowsPerStatement = 1000

export interface Change {
  path: string
  before?: unknown
  after?: unknown
}

/** What was done to what. Secrets never belong into `changes`. */
export interface AuditRecord {
  operation: OperationId
  workspaceId: string | null
  subject: { type: 'workspace' | 'connector' | 'app'; id: string; name: string }
  changes?: readonly Change[]
}

/** Writes the change history, and that a request which may be repeated did its work. Call it in the transaction of the change itself. */
export async function audit(
  context: RequestContext,
  database: Queryable,
  ...records: readonly AuditRecord[]
): Promise<void> {
  const rows = records.map((record) => ({
    id: uuid(),
    workspace_id: record.workspaceId,
    operation: record.operation,
    subject_type: record.subject.type,
    subject_id: record.subject.id,
    subject_name: record.subject.name,
    actor: JSON.stringify(context.caller),
    request_id: context.requestId,
    address: context.address ?? null,
    changes: JSON.stringify(record.changes ?? []),
    created_at: context.clock(),
  }))
  for (let start = 0; start < rows.length; start += rowsPerStatement) {
    await database
      .insertInto('audit_events')
      .values(rows.slice(start, start + rowsPerStatement))
      .execute()
  }
  if (context.idempotency !== undefined && rows.length > 0)
    await takeEffect(database, context.idempotency)
}
