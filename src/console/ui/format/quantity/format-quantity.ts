import type { LimitUnit } from '@/contract/limits'
import { latinDigits } from './number-style'
import { binary, day, hour, minute, roundNoise, second, unitLabels } from './units'

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

/** Formats the stored number with its unit, if it has one: '51,200 MB'. */
export function formatWithUnit(value: number, unit: LimitUnit, locale: string): string {
  return `${formatStored(value, locale)}${unit === 'number' ? '' : ` ${unitLabels[unit]}`}`
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
    if (factor === 1) return undefined
    const shown = Number(amount.toFixed(3))
    const restored = unit === 'Mb' ? shown * factor : roundNoise(shown * factor)
    if (restored !== value) continue
    if (unit === 'number' && shown * 100 !== Math.round(shown * 100)) continue
    const text = numberFormat(locale, { maximumFractionDigits: 3 }).format(shown)
    return unit === 'number' ? text + name : `${text} ${name}`
  }
  return undefined
}
