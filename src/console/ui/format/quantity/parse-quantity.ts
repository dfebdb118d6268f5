import type { LimitUnit } from '@/contract/limits'
import { normalizeSpaces, styleOf, withLatinDigits, type Separators } from './number-style'
import { readNumber, type Reading } from './read-number'
import { dimensionOf, dimensionWords, roundNoise, suffixFor, type Suffix } from './units'

export type ParsedQuantity =
  | { kind: 'value'; value: number }
  | { kind: 'empty' }
  | { kind: 'error'; message: string }

const examples: Record<LimitUnit, string> = {
  number: '1500 or 1.5k',
  msec: '120000 or 2 min',
  Mb: '500, 500 MB or 3 GB',
}

/** Sticky, so that each search starts where the last part ended. */
const part = /([\d.,'_ ]*\d(?:e[+]?\d{1,3}(?![a-z\d]))?)\s*([a-zµ]*)/giy

function issue(message: string): ParsedQuantity {
  return { kind: 'error', message }
}

/** Finds problems of a text before any number is parsed. */
function findTextIssue(text: string, unit: LimitUnit): string | undefined {
  if (/%|percent/i.test(text)) return 'A limit is an amount, not a share: write the number itself'
  if (/^[-\u2212\u2013]\s*[\d.,]/.test(text)) return 'A limit is not negative; 0 allows none'
  if (/^(∞|inf|infinity|infinite|unlimited|none|no limit|null|nan|-|–|—)$/i.test(text))
    return `Limits can’t be unlimited: write a number, or leave it empty for the default`
  if (/^[=+]/.test(text))
    return `Formulas are not supported: write the result, for example ${examples[unit]}`
  if (!/\d/.test(text)) return `'${text}' has no number: write for example ${examples[unit]}`
  return undefined
}

/** A number with its suffix, as typed: '30' and 'min'. */
interface Part {
  number: string
  suffix: string
}

/** Splits a text into numbers with suffixes. Only times have several: '1 h 30 min'. */
function splitParts(source: string, unit: LimitUnit): Reading<Part[]> {
  const parts: Part[] = []
  let at = 0
  while (at < source.length) {
    part.lastIndex = at
    const match = part.exec(source)
    if (match === null)
      return {
        message:
          `'${source.slice(at).trim()}' is not understood: ` +
          `write for example ${examples[unit]}`,
      }
    parts.push({ number: (match[1] ?? '').trim(), suffix: (match[2] ?? '').toLowerCase() })
    at = part.lastIndex
  }
  if (parts.length > 1 && dimensionOf[unit] !== 'time')
    return { message: `'${source}' is more than one number: write for example ${examples[unit]}` }
  return { value: parts }
}

/** Finds what a suffix multiplies its number by. */
function readSuffix(suffix: string, source: string, unit: LimitUnit): Reading<Suffix> {
  if (suffix === '') return { value: { factor: 1, dimension: 'count' } }
  const found = suffixFor(suffix, unit)
  if (found === undefined)
    return { message: `'${suffix}' is not a known unit: write for example ${examples[unit]}` }
  if (found.dimension === 'count' || found.dimension === dimensionOf[unit]) return { value: found }
  const [typed, expected] = [dimensionWords[found.dimension], dimensionWords[dimensionOf[unit]]]
  return {
    message:
      `'${source}' is ${typed}, and this limit is ${expected}: ` +
      `write for example ${examples[unit]}`,
  }
}

/** Adds up the parts of an amount. Times go from large to small. */
function sumParts(
  parts: readonly Part[],
  source: string,
  unit: LimitUnit,
  separators: Separators,
): Reading<number> {
  let total = 0
  let smallest = Infinity
  for (const { number, suffix } of parts) {
    const multiplier = readSuffix(suffix, source, unit)
    if ('message' in multiplier) return multiplier
    const { factor, dimension } = multiplier.value
    if (parts.length > 1 && (dimension !== 'time' || factor >= smallest))
      return {
        message:
          `'${source}' is not understood: ` +
          `write the parts from large to small, as in 1 h 30 min`,
      }
    smallest = factor
    const digits = readNumber(number, separators, unit !== 'Mb' && factor === 1)
    if ('message' in digits) return digits
    total += digits.value * factor
  }
  return { value: unit === 'Mb' ? total : roundNoise(total) }
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
  const parts = splitParts(source, unit)
  if ('message' in parts) return issue(parts.message)
  const sum = sumParts(parts.value, source, unit, style.separators)
  if ('message' in sum) return issue(sum.message)

  const { value } = sum
  if (value > Number.MAX_SAFE_INTEGER) return issue('This number is too large to store exactly')
  if (unit !== 'Mb' && !Number.isInteger(value)) {
    const wholeNumber = unit === 'msec' ? 'a whole number of milliseconds' : 'a whole number'
    return issue(`Use ${wholeNumber}: only volumes can be fractional`)
  }
  return { kind: 'value', value }
}
