import type { LimitUnit } from '@/contract/limits'
import { userLocale } from '../locale'
import { formatWithUnit } from './format-quantity'

/** Formats a number with its unit, in the user's locale; 'none' without one. */
export function formatAmount(value: number | undefined, unit: LimitUnit): string {
  return value === undefined ? 'none' : formatWithUnit(value, unit, userLocale)
}
