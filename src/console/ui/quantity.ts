import type { LimitUnit } from '../../contract/limits'

export type ParsedQuantity =
  | { kind: 'value'; value: number }
  | { kind: 'empty' }
  | { kind: 'error'; message: string }

type Dimension = 'count' | 'time' | 'volume'

interface Suffix {
  factor: number
  dimension: Dimension
}

const dimensionOf: Record<LimitUnit, Dimension> = { number: 'count', msec: 'time', Mb: 'volume' }

const examples: Record<LimitUnit, string> = {
  number: '1500 or 1.5k',
  msec: '120000 or 2 min',
  Mb: '500, 500 MB or 3 GB',
}

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** Volumes use 1,024 per step, as the limit table does (10,240 Mb). */
const binary = 1024

function suffixTable(
  entries: readonly (readonly [names: string, factor: number, dimension: Dimension])[],
): ReadonlyMap<string, Suffix> {
  return new Map(
    entries.flatMap(([names, factor, dimension]) =>
      names.split(' ').map((name) => [name, { factor, dimension }] as const),
    ),
  )
}

/** Suffixes in lower case. `m` means million or minutes, depending on the unit of the limit. */
const suffixes = suffixTable([
  ['k thousand', 1e3, 'count'],
  ['mn mio million', 1e6, 'count'],
  ['bn billion', 1e9, 'count'],
  ['ms msec msecs millisecond milliseconds', 1, 'time'],
  ['s sec secs second seconds', second, 'time'],
  ['min mins minute minutes', minute, 'time'],
  ['h hr hrs hour hours', hour, 'time'],
  ['d day days', day, 'time'],
  ['byte bytes', 1 / binary / binary, 'volume'],
  ['kb kib', 1 / binary, 'volume'],
  ['mb mib', 1, 'volume'],
  ['gb gib', binary, 'volume'],
  ['tb tib', binary * binary, 'volume'],
])

/** One-letter suffixes with a meaning that depends on the dimension, by the full suffix. */
const ambiguousSuffixes: Readonly<Record<string, Readonly<Record<Dimension, string>>>> = {
  m: { count: 'million', time: 'min', volume: 'mb' },
  g: { count: 'billion', time: 'billion', volume: 'gb' },
  b: { count: 'billion', time: 'billion', volume: 'byte' },
  t: { count: 't', time: 't', volume: 'tb' },
}

function suffixFor(name: string, unit: LimitUnit): Suffix | undefined {
  return suffixes.get(ambiguousSuffixes[name]?.[dimensionOf[unit]] ?? name)
}

const dimensionWords: Record<Dimension, string> = {
  count: 'a count',
  time: 'a length of time',
  volume: 'a volume of data',
}

interface Separators {
  group: string
  decimal: string
}

/** How a locale writes numbers. */
interface NumberStyle {
  /** The separators used with the digits 0 to 9. */
  separators: Separators
  /** The locale's native digits and separators with their Latin form; empty if they are Latin. */
  nativeSigns: ReadonlyMap<string, string>
}

const styles = new Map<string, NumberStyle>()

function separatorsIn(format: Intl.NumberFormat): Separators {
  const parts = format.formatToParts(1_234_567.5)
  return {
    group: normalizeSpaces(parts.find(({ type }) => type === 'group')?.value ?? ','),
    decimal: parts.find(({ type }) => type === 'decimal')?.value ?? '.',
  }
}

function styleOf(locale: string): NumberStyle {
  const known = styles.get(locale)
  if (known !== undefined) return known
  const native = new Intl.NumberFormat(locale)
  const separators = separatorsIn(new Intl.NumberFormat(locale, latinDigits))
  const own = separatorsIn(native)
  const nativeSigns = new Map(
    native.resolvedOptions().numberingSystem === 'latn'
      ? []
      : [
          ...Array.from(
            { length: 10 },
            (_, digit) => [native.format(digit), String(digit)] as const,
          ),
          [own.group, separators.group] as const,
          [own.decimal, separators.decimal] as const,
        ],
  )
  const style = { separators, nativeSigns }
  styles.set(locale, style)
  return style
}

const latinDigits = { numberingSystem: 'latn' } as const

/**
 * Replaces the locale's native digits and separators with Latin ones, so that both can be typed.
 */
function withLatinDigits(text: string, { nativeSigns }: NumberStyle): string {
  return nativeSigns.size === 0
    ? text
    : Array.from(text, (sign) => nativeSigns.get(sign) ?? sign).join('')
}

/**
 * Replaces non-breaking and narrow spaces and the typographic apostrophe with plain ones, and
 * removes marks of text direction.
 */
function normalizeSpaces(text: string): string {
  return text
    .replace(/[\u00A0\u2007\u2009\u202F]/g, ' ')
    .replace(/[\u061C\u200E\u200F]/g, '')
    .replaceAll('’', "'")
}

type ReadNumber = { value: number } | { message: string }

/** Whether digits are grouped by thousands, or in the Indian system: 12,34,567. */
function areDigitGroups(groups: readonly string[]): boolean {
  return (
    /^\d{1,3}$/.test(groups[0] ?? '') &&
    groups.slice(1, -1).every((digits) => /^\d{2,3}$/.test(digits)) &&
    /^\d{3}$/.test(groups.at(-1) ?? '')
  )
}

/**
 * Reads digits with the locale's separators. Rejects a single separator before three digits if it
 * is ambiguous: '1,000' is a thousand or one, depending on the locale.
 */
function readNumber(text: string, { group, decimal }: Separators, wholeOnly: boolean): ReadNumber {
  if (/^\d+(e[+]?\d{1,3})?$/i.test(text)) return { value: Number(text) }
  const other = decimal === '.' ? ',' : '.'

  const [whole = '', fraction, ...rest] = text.split(decimal)
  if (rest.length > 0)
    return {
      message: `There is more than one decimal ${decimal === '.' ? 'point' : 'comma'} in '${text}'`,
    }
  const grouped = [group, ' ', "'", '_'].find((separator) => whole.includes(separator))
  const groups = grouped === undefined ? [whole] : whole.split(grouped)
  if (groups.length > 1 && !areDigitGroups(groups)) {
    return {
      message:
        `'${text}' can be read in more than one way: write it without ` +
        `${grouped === ' ' ? 'spaces' : `'${grouped}'`}, with '${decimal}' before decimals`,
    }
  }
  const digits = groups.join('')
  if (
    (digits === '' && fraction === undefined) ||
    !/^\d*$/.test(digits) ||
    (fraction !== undefined && !/^\d+$/.test(fraction))
  ) {
    const swapped =
      other === group || text.includes(other) ? `, with '${decimal}' before decimals` : ''
    return { message: `'${text}' is not a number: write digits${swapped}` }
  }
  if (
    wholeOnly &&
    fraction !== undefined &&
    /^\d{3}$/.test(fraction) &&
    /^[1-9]\d{0,2}$/.test(digits)
  ) {
    return {
      message:
        `'${text}' could mean ${digits} or ${digits}${fraction}: ` +
        `write the one you mean without '${decimal}'`,
    }
  }
  return { value: Number(`${digits === '' ? '0' : digits}.${fraction ?? '0'}`) }
}

/**
 * Rounds off floating-point noise, so that '1.005k' is 1005. An integer is kept, since it may have
 * 16 digits.
 */
function roundNoise(value: number): number {
  return Number.isInteger(value) ? value : Number(value.toPrecision(15))
}

const part = /([\d.,'_ ]*\d(?:e[+]?\d{1,3}(?![a-z\d]))?)\s*([a-zµ]*)/giy

function issue(message: string): ParsedQuantity {
  return { kind: 'error', message }
}

/** Finds problems of a text before any number is parsed. */
function findTextIssue(text: string, unit: LimitUnit): string | undefined {
  if (/%|percent/i.test(text)) return 'A limit is an amount, not a share: write the number itself'
  if (/^[-\u2212\u2013]\s*[\d.,]/.test(text)) return 'A limit is not negative; 0 allows none'
  if (/^(∞|inf|infinity|infinite|unlimited|none|no limit|null|nan|-|–|—)$/i.test(text))
    return `Limits can't be unlimited: write a number, or leave it empty for the default`
  if (/^[=+]/.test(text))
    return `Formulas are not supported: write the result, for example ${examples[unit]}`
  if (!/\d/.test(text)) return `'${text}' has no number: write for example ${examples[unit]}`
  return undefined
}

/**
 * Parses an amount as people write it: '1.5k', '2 min', '1 h 30 min', '3 GB', '1,000'. A number
 * without suffix is in `unit`. Empty text means no custom value.
 */
export function parseQuantity(text: string, unit: LimitUnit, locale: string): ParsedQuantity {
  const style = styleOf(locale)
  const source = withLatinDigits(normalizeSpaces(text), style).trim()
  if (source === '') return { kind: 'empty' }
  const textIssue = findTextIssue(source, unit)
  if (textIssue !== undefined) return issue(textIssue)

  const read: { number: string; suffix: string }[] = []
  part.lastIndex = 0
  let at = 0
  while (at < source.length) {
    part.lastIndex = at
    const match = part.exec(source)
    if (match === null)
      return issue(
        `'${source.slice(at).trim()}' is not understood: write for example ${examples[unit]}`,
      )
    read.push({ number: (match[1] ?? '').trim(), suffix: (match[2] ?? '').toLowerCase() })
    at = part.lastIndex
  }
  if (read.length > 1 && dimensionOf[unit] !== 'time')
    return issue(`'${source}' is more than one number: write for example ${examples[unit]}`)

  let total = 0
  let smallest = Infinity
  for (const { number, suffix } of read) {
    const found = suffix === '' ? undefined : suffixFor(suffix, unit)
    if (suffix !== '' && found === undefined)
      return issue(`'${suffix}' is not a known unit: write for example ${examples[unit]}`)
    if (
      found !== undefined &&
      found.dimension !== 'count' &&
      found.dimension !== dimensionOf[unit]
    ) {
      const [typed, expected] = [dimensionWords[found.dimension], dimensionWords[dimensionOf[unit]]]
      return issue(
        `'${source}' is ${typed}, and this limit is ${expected}: ` +
          `write for example ${examples[unit]}`,
      )
    }
    if (read.length > 1 && (found?.dimension !== 'time' || found.factor >= smallest)) {
      return issue(
        `'${source}' is not understood: write the parts from large to small, as in 1 h 30 min`,
      )
    }
    smallest = found?.factor ?? 1
    const digits = readNumber(number, style.separators, unit !== 'Mb' && smallest === 1)
    if ('message' in digits) return issue(digits.message)
    total += digits.value * smallest
  }

  const value = unit === 'Mb' ? total : roundNoise(total)
  if (value > Number.MAX_SAFE_INTEGER) return issue('This number is too large to store exactly')
  if (unit !== 'Mb' && !Number.isInteger(value)) {
    const wholeNumber = unit === 'msec' ? 'a whole number of milliseconds' : 'a whole number'
    return issue(`Use ${wholeNumber}: only volumes can be fractional`)
  }
  return { kind: 'value', value }
}

const steps: Record<LimitUnit, readonly (readonly [factor: number, name: string])[]> = {
  number: [
    [1e9, 'bn'],
    [1e6, 'M'],
    [1e3, 'k'],
  ],
  msec: [
    [day, 'd'],
    [hour, 'h'],
    [minute, 'min'],
    [second, 's'],
  ],
  Mb: [
    [binary * binary, 'TB'],
    [binary, 'GB'],
    [1, 'MB'],
    [1 / binary, 'kB'],
  ],
}

const formats = new Map<string, Intl.NumberFormat>()

function numberFormat(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${locale} ${JSON.stringify(options)}`
  const known = formats.get(key) ?? new Intl.NumberFormat(locale, options)
  formats.set(key, known)
  return known
}

/** Formats the stored number with group separators: '120,000'. */
export function formatStored(value: number, locale: string): string {
  return numberFormat(locale, { maximumFractionDigits: 20 }).format(value)
}

/** Formats the stored number with its unit, if it has one: '51,200 Mb'. */
export function formatWithUnit(value: number, unit: LimitUnit, locale: string): string {
  return `${formatStored(value, locale)}${unit === 'number' ? '' : ` ${unit}`}`
}

/**
 * Formats the stored number for a cell that is edited, copied or exported: with the locale's
 * decimal separator, no groups, and the digits 0 to 9, which every spreadsheet reads.
 */
export function formatPlain(value: number, locale: string): string {
  return numberFormat(locale, {
    ...latinDigits,
    maximumFractionDigits: 20,
    useGrouping: false,
  }).format(value)
}

/**
 * Formats an amount with a suffix ('1.5k', '2 min', '3 GB'). Undefined if it would have to be
 * rounded or would not be shorter.
 */
export function formatHuman(value: number, unit: LimitUnit, locale: string): string | undefined {
  for (const [factor, name] of steps[unit]) {
    const amount = value / factor
    if (amount < 1) continue
    const shown = Number(amount.toFixed(3))
    const restored = unit === 'Mb' ? shown * factor : roundNoise(shown * factor)
    if (restored !== value) continue
    if (unit === 'number' && shown * 100 !== Math.round(shown * 100)) continue
    const text = numberFormat(locale, { maximumFractionDigits: 3 }).format(shown)
    return unit === 'number' ? text + name : `${text} ${name}`
  }
  return undefined
}
