import type { RequestIdVariables } from 'hono/request-id'
import type { OperationId } from '../../contract/operations'
import type { CallerIdentity } from '../core/context'

/** The variables that middleware shares about one request. */
export interface ApiEnvironment {
  Variables: RequestIdVariables & {
    operationId?: OperationId
    caller?: CallerIdentity
    errorId?: string
  }
}
