import { getDemo, signInToDemo } from '../demo/sign-in'
import { listDemoReceived } from '../demo/receiver'
import { resetDemoOnRequest } from '../demo/reset'
import type { GuardedHandlers, OpenHandlers } from '../http/handler'

export const guardedDemoHandlers = {
  resetDemo: resetDemoOnRequest,
  listDemoReceived,
} satisfies Partial<GuardedHandlers>
export const demoHandlers = { getDemo, signInToDemo } satisfies Partial<OpenHandlers>
