import { listAuditEvents } from '../services/history/list'
import type { GuardedHandlers } from '../http/handler'

export const historyHandlers = { listAuditEvents } satisfies Partial<GuardedHandlers>
