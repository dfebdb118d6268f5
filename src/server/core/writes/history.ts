import type { ErrorKey } from '@/contract/errors'
import type { Outcome, RecordedChange } from '@/contract/history'
import type { OperationId } from '@/contract/operations'
import type { Queryable } from '@/server/store/database'
import { insertRows } from '@/server/store/insert-rows'
import { recordId } from '@/server/store/record-id'
import type { CallerIdentity } from '../access/caller'
import type { RequestContext } from '../context'

/** What an entry of the history is about, and in whose history it is. */
export interface HistorySubject {
  /** Null for a public app. */
  workspaceId: string | null
  subject: { type: 'workspace' | 'connector' | 'app'; id: string; name: string }
}

/** An entry of the history: what an operation changed. `changes` must never hold a secret. */
export interface HistoryEntry extends HistorySubject {
  operation: OperationId
  changes?: readonly RecordedChange[]
  /** Absent for what was done. */
  outcome?: Exclude<Outcome, 'done'>
  /** Why it was refused. */
  error?: { key: ErrorKey; message: string }
}

/** Who makes a change, and how. Some of it is unknown before a request is authenticated. */
type Author = Pick<RequestContext, 'clock'> & {
  caller: Pick<CallerIdentity, 'role' | 'name' | 'credential'>
} & Partial<Pick<RequestContext, 'requestId' | 'address' | 'reason' | 'trail'>>

/** Writes entries of the history. */
export async function recordInHistory(
  context: Author,
  database: Queryable,
  entries: readonly HistoryEntry[],
): Promise<void> {
  const now = context.clock()
  const rows = entries.map(({ error, ...entry }) => ({
    id: recordId(now),
    workspace_id: entry.workspaceId,
    operation: entry.operation,
    subject_type: entry.subject.type,
    subject_id: entry.subject.id,
    subject_name: entry.subject.name,
    actor: JSON.stringify(context.caller),
    request_id: context.requestId ?? null,
    address: context.address ?? null,
    reason: context.reason ?? null,
    outcome: entry.outcome ?? ('done' as const),
    error: error === undefined ? null : JSON.stringify(error),
    changes: JSON.stringify(entry.changes ?? []),
    created_at: now,
  }))
  await insertRows(database, 'audit_events', rows)
  if (context.trail !== undefined) context.trail.entries += entries.length
}
