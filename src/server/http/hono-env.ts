import type { RequestIdVariables } from 'hono/request-id'
import type { OperationId } from '@/contract/operations'
import type { CallerIdentity } from '@/server/core/access/caller'
import type { Dependencies } from '@/server/core/context'

/**
 * The variables that middleware shares about a request. In this layer, `c` is the context of Hono
 * that holds them, and `context` the one that services get.
 */
export interface HonoEnv {
  Variables: RequestIdVariables & {
    /** The dependencies of the application or, if the request is traced, of the request. */
    dependencies: Dependencies
    operationId?: OperationId
    caller?: CallerIdentity
    errorId?: string
  }
}
