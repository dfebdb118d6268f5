import { userLocale } from '../ui/locale'

const format = new Intl.NumberFormat(userLocale)

/**
 * Formats the number of rows of a list: `1,234 apps`, `200+ apps`.
 * @param hasMore whether there are more rows than counted
 */
export function rowCountText(
  count: number,
  [one, many]: readonly [one: string, many: string],
  hasMore: boolean,
): string {
  return `${format.format(count)}${hasMore ? '+' : ''} ${count === 1 ? one : many}`
}
