import type { RequestIdVariables } from 'hono/request-id'
import type { OperationId } from '../../contract/operations'
import type { CallerIdentity, Dependencies } from '../core/context'

/** The variables that middleware shares about one request. */
export interface ApiEnvironment {
  Variables: RequestIdVariables & {
    /** Those of the application, or of this request, if it is traced. */
    dependencies: Dependencies
    operationId?: OperationId
    caller?: CallerIdentity
    errorId?: string
  }
}
