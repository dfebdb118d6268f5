import { formatCount } from './format-count'

/** Names the first of several things, and says how many more there are: 'A, B and 2 more'. */
export function firstNames(names: readonly string[], count: number): string {
  const rest = names.length - count
  const named = names.slice(0, count).join(', ')
  return rest > 0 ? `${named} and ${formatCount(rest)} more` : named
}
