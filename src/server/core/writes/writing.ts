import type { Operation } from '@/contract/operation'
import { operations, type OperationId } from '@/contract/operations'
import type { Queryable } from '@/server/store/database'
import { retryOnConflict } from '@/server/store/retry'
import type { RequestContext } from '../context'
import type { Attempt } from '../ports/usage-log'
import { emitEvents, type Event, type Recipient } from './emit-events'
import { recordInHistory, type HistoryEntry } from './history'
import { takeEffect } from './idempotency-claim'
import { assertFresh } from './precondition'
import { assertWritable, type AllowedStates, type WorkspaceState } from './writable'

/** A kind of record that writes change, or several of them at once. */
export interface RecordKind<Row, Id = string> {
  /** What error messages call it. */
  name: string
  /** Loads the row and locks it until the transaction ends. @throws not_found */
  lock(context: RequestContext, transaction: Queryable, id: Id): Promise<Row>
  /** Locks the workspaces that the row belongs to. */
  lockOwners(
    transaction: Queryable,
    row: Row,
    options: { exclusive: boolean },
  ): Promise<readonly WorkspaceState[]>
  /** Returns the tag that `If-Match` is compared with. Called only for requests that have it. */
  etag?(row: Row): string | Promise<string>
}

interface Write<Row, Id> {
  operation: OperationId
  records: RecordKind<Row, Id>
  id: Id
  allowed?: AllowedStates
  /** Keeps other writes in the workspace waiting, so that what this one counts stays. */
  exclusive?: boolean
}

/** What a write did. */
export interface Written<Result> {
  result: Result
  /** What goes into the history: one entry per changed record, none where nothing changed. */
  entries?: readonly Omit<HistoryEntry, 'operation'>[]
  events?: readonly Event[]
  /** What it used of limits, which is counted once the write took effect. */
  uses?: readonly Attempt[]
  /** The workspace as the write left it, where the body knows it: the events need not read it. */
  recipient?: Recipient
}

/**
 * Runs a write in a transaction once it is its turn: loads and locks the row, refuses a stale,
 * archived or read-only one, runs the body, then records the history and queues the events. All of
 * it runs again if the transaction conflicts with another, so the body must not call other servers.
 * @throws not_found, invalid_request, precondition_failed, conflict, access_denied, unavailable,
 * and what the body throws
 */
export async function writing<Row, Id, Result>(
  context: RequestContext,
  { operation, records, id, allowed, exclusive = false }: Write<Row, Id>,
  body: (transaction: Queryable, row: Row) => Promise<Written<Result>>,
): Promise<Result> {
  const { etag, ifMatch = etag }: Operation = operations[operation]
  const inTransaction = async (transaction: Queryable) => {
    const row = await records.lock(context, transaction, id)
    if (ifMatch === true && context.ifMatch !== undefined && records.etag !== undefined)
      assertFresh(context, records.name, await records.etag(row))
    for (const owner of await records.lockOwners(transaction, row, { exclusive }))
      assertWritable(owner, allowed)

    const written = await body(transaction, row)
    const { entries = [], events = [], recipient } = written
    const recorded = entries.map((entry) => ({ operation, ...entry }))
    await recordInHistory(context, transaction, recorded)
    // What changed nothing can be done again.
    if (recorded.length > 0 && context.idempotency !== undefined)
      await takeEffect(transaction, context.idempotency)
    await emitEvents(context, transaction, events, recipient)
    return written
  }
  const { result, uses = [] } = await context.writeTurns.run(context.caller, () =>
    retryOnConflict(() => context.database.transaction().execute(inTransaction)),
  )
  for (const use of uses) context.usage.record(use)
  return result
}
