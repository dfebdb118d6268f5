import { limitFacts, type LimitName } from '@/contract/limits'

/**
 * Returns what the usage of a minute counts attempts by: limits per second by second of the minute,
 * parallel limits by the level that they met; undefined for limits that it only sums up.
 */
export function spreadBy(limit: LimitName): 'second' | 'level' | undefined {
  const { window, group } = limitFacts(limit)
  if (window === 'second') return 'second'
  return window === undefined && group !== 'totals' ? 'level' : undefined
}
