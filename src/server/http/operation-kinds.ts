import type { ResponseOf, ParsedRequestOf } from '@/contract/operation'
import { isOperationId, operations, type OperationId, type Operations } from '@/contract/operations'
import type { RequestContext, PublicContext } from '@/server/core/context'
import type { Tagged } from '@/server/core/etag'

type OpenId = {
  [Id in OperationId]: Operations[Id] extends { caller: 'anyone' } ? Id : never
}[OperationId]

type StreamId = {
  [Id in OperationId]: Operations[Id] extends { stream: string } ? Id : never
}[OperationId]

export type Requests = { [Id in OperationId]: ParsedRequestOf<Operations[Id]> }
type Results = {
  [Id in OperationId]: Operations[Id] extends { etag: true }
    ? Tagged<ResponseOf<Operations[Id]>>
    : ResponseOf<Operations[Id]>
}

/** The handlers of the operations that need no token. */
export type OpenHandlers = {
  [Id in OpenId]: (context: PublicContext, request: Requests[Id]) => Promise<Results[Id]>
}
/** The handlers of operations that respond with a stream, in batches. */
export type StreamHandlers = {
  [Id in StreamId]: (
    context: RequestContext,
    request: Requests[Id],
  ) => Promise<AsyncIterable<readonly ResponseOf<Operations[Id]>[]>>
}
/** The handlers of all other operations. */
export type GuardedHandlers = {
  [Id in Exclude<OperationId, OpenId | StreamId>]: (
    context: RequestContext,
    request: Requests[Id],
  ) => Promise<Results[Id]>
}

/** Whether an operation needs no token. */
export function isOpen(id: OperationId): id is OpenId {
  return operations[id].caller === 'anyone'
}

/** Whether an operation responds with a stream. */
export function isStream(id: OperationId): id is StreamId {
  return 'stream' in operations[id]
}

export const operationIds = Object.keys(operations).filter(isOperationId)
