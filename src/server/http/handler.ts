import type { ResponseOf, ParsedRequestOf } from '../../contract/operation'
import { operations, type OperationId, type Operations } from '../../contract/operations'
import type { RequestContext, PublicContext } from '../core/context'
import type { Tagged } from '../core/etag'

type OpenId = {
  [Id in OperationId]: Operations[Id] extends { caller: 'anyone' } ? Id : never
}[OperationId]

export type Requests = { [Id in OperationId]: ParsedRequestOf<Operations[Id]> }
/** What services return: a stream of lines comes in batches. */
type Results = {
  [Id in OperationId]: Operations[Id] extends { etag: true }
    ? Tagged<ResponseOf<Operations[Id]>>
    : Operations[Id] extends { lines: true }
      ? AsyncIterable<readonly ResponseOf<Operations[Id]>[]>
      : ResponseOf<Operations[Id]>
}

/** The handlers of the operations that need no token. */
export type OpenHandlers = {
  [Id in OpenId]: (context: PublicContext, request: Requests[Id]) => Promise<Results[Id]>
}
/** The handlers of the others. */
export type GuardedHandlers = {
  [Id in Exclude<OperationId, OpenId>]: (
    context: RequestContext,
    request: Requests[Id],
  ) => Promise<Results[Id]>
}

function isOperationId(id: string): id is OperationId {
  return Object.hasOwn(operations, id)
}

export function isOpen(id: OperationId): id is OpenId {
  return operations[id].caller === 'anyone'
}

export const operationIds = Object.keys(operations).filter(isOperationId)
