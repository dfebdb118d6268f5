import type { Limits } from '@/contract/limits'

/** Returns a function that makes updates of a workspace, each with another value of a limit. */
export function limitChanges(): () => { limits: Limits } {
  let value = 0
  return () => ({ limits: { parallelFlowRuns: { unit: 'number', value: (value += 1) } } })
}
