import type { LimitUnit } from '@/contract/limits'

type Dimension = 'count' | 'time' | 'volume'

export const dimensionOf: Record<LimitUnit, Dimension> = {
  number: 'count',
  msec: 'time',
  Mb: 'volume',
}

/** How people read a unit. The API writes megabytes as 'Mb'. */
export const unitLabels: Record<LimitUnit, string> = { number: 'number', msec: 'ms', Mb: 'MB' }

export const second = 1000
export const minute = 60 * second
export const hour = 60 * minute
export const day = 24 * hour

/** Volumes use 1,024 per step, as the limit table does (10,240 Mb). */
export const binary = 1024

/** What a suffix multiplies its number by. */
export interface Suffix {
  factor: number
  dimension: Dimension
}

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

/** Returns what a suffix in lower case means after a number of the unit. */
export function suffixFor(name: string, unit: LimitUnit): Suffix | undefined {
  return suffixes.get(ambiguousSuffixes[name]?.[dimensionOf[unit]] ?? name)
}

/** Names a dimension in a message. */
export const dimensionWords: Record<Dimension, string> = {
  count: 'a count',
  time: 'a length of time',
  volume: 'a volume of data',
}

/**
 * Rounds off floating-point noise, so that '1.005k' is 1005. An integer is kept, since it may have
 * 16 digits.
 */
export function roundNoise(value: number): number {
  return Number.isInteger(value) ? value : Number(value.toPrecision(15))
}
