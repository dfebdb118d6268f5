import { getAction } from '../services/actions/get'
import { listActions } from '../services/actions/list'
import type { GuardedHandlers } from '../http/handler'

export const actionHandlers = { getAction, listActions } satisfies Partial<GuardedHandlers>
