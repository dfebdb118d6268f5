import { formatCount } from '@/console/ui/format/format-count'
import { userLocale } from '@/console/ui/format/locale'
import { formatHuman } from '@/console/ui/format/quantity/format-quantity'

/** How many parts of equal height an axis has. */
const parts = 4

/** Returns the top of an axis whose parts are round numbers: 8 for 5, 2,000 for 1,300. */
function evenTop(highest: number): number {
  const part = Math.max(1, highest / parts)
  const scale = 10 ** Math.floor(Math.log10(part))
  return parts * scale * ([1, 2, 5, 10].find((step) => step * scale >= part) ?? 10)
}

/** The properties of an axis for counts up to a highest one. Its labels fit beside the chart. */
export const yAxisTo = (highest: number) => ({
  allowDecimals: false,
  domain: [0, evenTop(highest)],
  tickCount: parts + 1,
  tickFormatter: (count: number) => formatHuman(count, 'number', userLocale) ?? formatCount(count),
})
