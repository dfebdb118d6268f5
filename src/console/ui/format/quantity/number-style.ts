/** The option of `Intl.NumberFormat` for the digits 0 to 9. */
export const latinDigits = { numberingSystem: 'latn' } as const

/** The signs in numbers of a locale. */
export interface Separators {
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

/** Returns how a locale writes numbers. */
export function styleOf(locale: string): NumberStyle {
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

/**
 * Replaces the locale's native digits and separators with Latin ones, so that both can be typed.
 */
export function withLatinDigits(text: string, { nativeSigns }: NumberStyle): string {
  return nativeSigns.size === 0
    ? text
    : Array.from(text, (sign) => nativeSigns.get(sign) ?? sign).join('')
}

/**
 * Replaces non-breaking and narrow spaces and the typographic apostrophe with plain ones, and
 * removes marks of text direction.
 */
export function normalizeSpaces(text: string): string {
  return text
    .replace(/[\u00A0\u2007\u2009\u202F]/g, ' ')
    .replace(/[\u061C\u200E\u200F]/g, '')
    .replaceAll('’', "'")
}
