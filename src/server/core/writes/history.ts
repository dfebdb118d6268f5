import type { ErrorKey } from '@/contract/errors'
import type { Outcome, RecordedChange } from '@/contract/history'
import type { OperationId } from '@/contract/operations'
import type { Queryable } from '@/server/store/database'
import { insertRows } from '@/server/store/insert-rows'
import { recordId } from '@/server/store/record-id'
import type { RequestContext } from '../context'
import { takeEffect } from './idempotency-claim'

/** An entry of the history: what an operation changed. `changes` must never hold a secret. */
export interface AuditRecord {
  operation: OperationId
  workspaceId: string | null
  subject: { type: 'workspace' | 'connector' | 'app'; id: string; name: string }
  changes?: readonly RecordedChange[]
  /** Absent for what was done. */
  outcome?: Exclude<Outcome, 'done'>
  /** Why it was refused. */
  error?: { key: ErrorKey; message: string }
}

/** Writes entries of the history. */
export async function recordInHistory(
  context: RequestContext,
  database: Queryable,
  records: readonly AuditRecord[],
): Promise<void> {
  const now = context.clock()
  const rows = records.map(({ error, ...record }) => ({
    id: recordId(now),
    workspace_id: record.workspaceId,
    operation: record.operation,
    subject_type: record.subject.type,
    subject_id: record.subject.id,
    subject_name: record.subject.name,
    actor: JSON.stringify(context.caller),
    request_id: context.requestId,
    address: context.address ?? null,
    reason: context.reason ?? null,
    outcome: record.outcome ?? ('done' as const),
    error: error === undefined ? null : JSON.stringify(error),
    changes: JSON.stringify(record.changes ?? []),
    created_at: now,
  }))
  await insertRows(database, 'audit_events', rows)
  context.trail.entries += records.length
}

/**
 * Records changes in the history, and marks the `Idempotency-Key` of the request as used. Call it
 * in the transaction of the change.
 */
export async function audit(
  context: RequestContext,
  database: Queryable,
  ...records: readonly AuditRecord[]
): Promise<void> {
  await recordInHistory(context, database, records)
  if (context.idempotency !== undefined && records.length > 0)
    await takeEffect(database, context.idempotency)
}
