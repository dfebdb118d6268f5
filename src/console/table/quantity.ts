import type { LimitUnit } from '../../contract/limits'

/** How people write multiples of each unit, and how many of the unit that is. The first that divides a number well is the one it is shown in. */
const multiples: Record<LimitUnit, readonly [suffix: string, times: number, ...spellings: string[]][]> = {
  number: [
    ['bn', 1e9, 'b', 'billion'],
    ['M', 1e6, 'm', 'mio', 'million'],
    ['k', 1e3, 'thousand'],
  ],
  msec: [
    ['d', 86_400_000, 'day', 'days'],
    ['h', 3_600_000, 'hour', 'hours'],
    ['min', 60_000, 'm', 'minute', 'minutes'],
    ['s', 1000, 'sec', 'secs', 'second', 'seconds'],
    ['ms', 1, 'msec', 'millisecond', 'milliseconds'],
  ],
  Mb: [
    ['TB', 1024 * 1024, 't', 'tib'],
    ['GB', 1024, 'g', 'gib'],
    ['MB', 1, 'm', 'mib'],
    ['kB', 1 / 1024, 'k', 'kib'],
  ],
}

export type Quantity = { value: number } | { fault: string }

function timesOf(suffix: string, unit: LimitUnit): number | undefined {
  if (suffix === '') return 1
  const wanted = suffix.toLowerCase()
  return multiples[unit].find(([shown, , ...spellings]) => shown.toLowerCase() === wanted || spellings.includes(wanted))?.[1]
}

/** Digits with the separators that people and spreadsheets put between thousands. */
function plainNumber(text: string): number {
  const grouped = /^\d{1,3}([,'’_ \u00A0\u202F]\d{3})+(\.\d+)?$/.test(text)
  return Number(grouped ? text.replaceAll(/[,'’_ \u00A0\u202F]/g, '') : text)
}

/** Reads '1.5k', '2 min', '3 GB' or '1,000' into the unit. */
export function parseQuantity(text: string, unit: LimitUnit): Quantity {
  const trimmed = text.trim()
  if (trimmed.startsWith('-') || trimmed.startsWith('−')) return { fault: 'A limit is not negative; 0 allows none' }
  const parts = /^(\d[\d.,'’_ \u00A0\u202F]*?)\s*([a-z]*)$/i.exec(trimmed)
  const number = plainNumber(parts?.[1] ?? '')
  if (parts === null || Number.isNaN(number)) return { fault: `Not a number: write ${examples[unit]}` }
  const times = timesOf(parts[2] ?? '', unit)
  if (times === undefined) return { fault: `'${parts[2] ?? ''}' is no multiple of this unit: write ${examples[unit]}` }
  const value = number * times
  const exact = unit === 'Mb' ? value : Number(value.toPrecision(15))
  if (!Number.isFinite(exact)) return { fault: 'This number is too large' }
  if (unit !== 'Mb' && !Number.isInteger(exact)) return { fault: 'Use a whole number: only Mb can be fractional' }
  return { value: exact }
}

const examples: Record<LimitUnit, string> = { number: '500 or 1.5k', msec: '1500 or 2 min', Mb: '512 or 3 GB' }

const plain = new Intl.NumberFormat(undefined, { maximumFractionDigits: 6 })
const short = new Intl.NumberFormat(undefined, { maximumFractionDigits: 2 })

/** The stored number, in the user’s locale. */
export function formatNumber(value: number): string {
  return plain.format(value)
}

/** The number in the multiple that people would use, where that is shorter: '1.5k', '2 min', '3 GB'. */
export function humanQuantity(value: number, unit: LimitUnit): string | undefined {
  const smallest = unit === 'number' ? 10_000 : 1000
  if (value < smallest) return undefined
  const fitting = multiples[unit].find(([, times]) => times > 1 && value >= times)
  if (fitting === undefined) return undefined
  const [suffix, times] = fitting
  const amount = short.format(value / times)
  return unit === 'number' ? `${amount}${suffix}` : `${amount} ${suffix}`
}
