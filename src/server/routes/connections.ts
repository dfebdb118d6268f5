import { exportConnection } from '../services/connections/export'
import { listConnections } from '../services/connections/list'
import type { GuardedHandlers } from '../http/handler'

export const connectionHandlers = {
  exportConnection,
  listConnections,
} satisfies Partial<GuardedHandlers>
