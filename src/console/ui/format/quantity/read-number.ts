import type { Separators } from './number-style'

/** What was read, or why it can't be. */
export type Reading<Value> = { value: Value } | { message: string }

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
export function readNumber(
  text: string,
  { group, decimal }: Separators,
  wholeOnly: boolean,
): Reading<number> {
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
