import { getDemo, signInToDemo } from '../demo/sign-in'
import type { OpenHandlers } from './handler'

export const demoHandlers = { getDemo, signInToDemo } satisfies Partial<OpenHandlers>
