import { getDemo, signInToDemo } from '../demo/sign-in'
import { resetDemoOnRequest } from '../demo/reset'
import type { GuardedHandlers, OpenHandlers } from './handler'

export const guardedDemoHandlers = { resetDemo: resetDemoOnRequest } satisfies Partial<GuardedHandlers>
export const demoHandlers = { getDemo, signInToDemo } satisfies Partial<OpenHandlers>
