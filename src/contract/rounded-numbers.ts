/** A number in a JSON text that parsing changes. */
interface RoundedNumber {
  offset: number
  length: number
  message: string
}

/** Escapes, quotes, and numbers that have many digits or an exponent. */
const tokens = /\\.|"|\d[\d.]{15,}(?:e[+-]?\d+)?|\d[\d.]*e[+-]?\d+/gis

/** Removes zeros at the end. `/0+$/` takes a time that grows with the square of their number. */
function withoutTrailingZeros(digits: string): string {
  let end = digits.length
  while (digits[end - 1] === '0') end -= 1
  return digits.slice(0, end)
}

/** Returns the digits of a decimal number and the power of ten, in the same form for each value. */
function normalized(literal: string): string {
  const [mantissa = '', exponent = '0'] = literal.toLowerCase().split('e')
  const [whole = '', fraction = ''] = mantissa.split('.')
  const digits = `${whole}${fraction}`.replace(/^0+/, '')
  const significant = withoutTrailingZeros(digits)
  if (significant === '') return '0'
  const power = Number(exponent) - fraction.length + digits.length - significant.length
  return `${significant}e${power}`
}

/** Whether a number is stored as another one. The last digits of fractions may be rounded. */
function isRounded(literal: string, stored: number): boolean {
  if (!Number.isFinite(stored) || (stored !== 0 && stored <= Number.MAX_SAFE_INTEGER)) return false
  return normalized(literal) !== normalized(String(stored))
}

/**
 * Finds the numbers of a JSON text that are not stored as they are written: large ones, such as
 * 9007199254740993, and those so small that they become 0. Infinite ones are not included.
 */
export function findRoundedNumbers(text: string): RoundedNumber[] {
  const found: RoundedNumber[] = []
  let isInText = false
  for (const { 0: token, index: offset } of text.matchAll(tokens)) {
    if (token === '"') isInText = !isInText
    if (isInText || token === '"') continue
    const stored = Number(token)
    if (isRounded(token, stored))
      found.push({
        offset,
        length: token.length,
        message: `This number would be stored as ${stored}: send it as text, or round it`,
      })
  }
  return found
}
