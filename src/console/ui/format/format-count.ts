import { userLocale } from './locale'
import { plural } from './plural'
import { formatStored } from './quantity/format-quantity'

/** Formats how many there are of something, in the user's locale: '1,234'. */
export function formatCount(count: number): string {
  return formatStored(count, userLocale)
}

/** Formats a share of a whole in percent, in the user's locale: '93%'. Only a whole is 100%. */
export function formatPercent(share: number, maximumFractionDigits = 0): string {
  const options = { style: 'percent', maximumFractionDigits } as const
  const mostOfPart = 1 - 10 ** -(maximumFractionDigits + 2)
  const shown = share < 1 ? Math.min(share, mostOfPart) : share
  return new Intl.NumberFormat(userLocale, options).format(shown)
}

/** Formats how many there are of a noun: '1 app', '1,234 apps'. */
export function countOf(count: number, noun: string, many?: string): string {
  return `${formatCount(count)} ${plural(count, noun, many)}`
}
