import { formatCount } from '@/console/ui/format/format-count'
import { plural } from '@/console/ui/format/plural'

/**
 * Formats the number of rows of a list: `1,234 apps`, `200+ apps`.
 * @param hasMore whether there are more rows than counted
 */
export function rowCountText(
  count: number,
  [one, many]: readonly [one: string, many: string],
  hasMore: boolean,
): string {
  return `${formatCount(count)}${hasMore ? '+' : ''} ${plural(count, one, many)}`
}
