import type { AnswerOf, ParsedRequestOf } from '../../contract/operation'
import { operations, type OperationId, type Operations } from '../../contract/operations'
import type { Call, Visit } from '../core/context'
import type { Tagged } from '../services/workspaces/record'

type OpenId = {
  [Id in OperationId]: Operations[Id] extends { caller: 'anyone' } ? Id : never
}[OperationId]

export type Requests = { [Id in OperationId]: ParsedRequestOf<Operations[Id]> }
type Outcomes = {
  [Id in OperationId]: Operations[Id] extends { etag: true }
    ? Tagged<AnswerOf<Operations[Id]>>
    : AnswerOf<Operations[Id]>
}

/** What answers the operations that need no token. */
export type OpenHandlers = {
  [Id in OpenId]: (visit: Visit, request: Requests[Id]) => Promise<Outcomes[Id]>
}
/** What answers the others. */
export type GuardedHandlers = {
  [Id in Exclude<OperationId, OpenId>]: (call: Call, request: Requests[Id]) => Promise<Outcomes[Id]>
}

function isOperationId(id: string): id is OperationId {
  return Object.hasOwn(operations, id)
}

export function isOpen(id: OperationId): id is OpenId {
  return operations[id].caller === 'anyone'
}

export const operationIds = Object.keys(operations).filter(isOperationId)
