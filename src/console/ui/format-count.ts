import { userLocale } from './locale'
import { formatStored } from './quantity/format-quantity'

/** Formats how many there are of something, in the user's locale: '1,234'. */
export function formatCount(count: number): string {
  return formatStored(count, userLocale)
}
