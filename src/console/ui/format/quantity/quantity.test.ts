import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { limitEntrySchema, limitUnits, type LimitUnit } from '@/contract/limits'
import { formatHuman, formatPlain, formatStored, formatWithUnit } from './format-quantity'
import { parseQuantity } from './parse-quantity'

const value = (text: string, unit: LimitUnit, locale = 'en-US') => {
  const parsed = parseQuantity(text, unit, locale)
  return parsed.kind === 'value' ? parsed.value : parsed
}
const message = (text: string, unit: LimitUnit, locale = 'en-US') => {
  const parsed = parseQuantity(text, unit, locale)
  return parsed.kind === 'error' ? parsed.message : parsed
}

describe('an amount', () => {
  it.each<[string, LimitUnit, number]>([
    ['0', 'number', 0],
    ['1500', 'number', 1500],
    [' 1500 ', 'number', 1500],
    ['1,000', 'number', 1000],
    ['1 000', 'number', 1000],
    ['1_000_000', 'number', 1_000_000],
    ['1.5k', 'number', 1500],
    ['1.5 K', 'number', 1500],
    ['1.005k', 'number', 1005],
    ['2M', 'number', 2_000_000],
    ['2m', 'number', 2_000_000],
    ['0.25 million', 'number', 250_000],
    ['1bn', 'number', 1_000_000_000],
    ['1e6', 'number', 1_000_000],
    ['2.0', 'number', 2],
    ['.5k', 'number', 500],
    ['9007199254740991', 'number', 9_007_199_254_740_991],
    ['2 min', 'msec', 120_000],
    ['2m', 'msec', 120_000],
    ['2MIN', 'msec', 120_000],
    ['1.5 h', 'msec', 5_400_000],
    ['1 h 30 min', 'msec', 5_400_000],
    ['1h30min', 'msec', 5_400_000],
    ['1 day', 'msec', 86_400_000],
    ['250 ms', 'msec', 250],
    ['250', 'msec', 250],
    ['1.5k', 'msec', 1500],
    ['3 GB', 'Mb', 3072],
    ['3gb', 'Mb', 3072],
    ['3 GiB', 'Mb', 3072],
    ['1 TB', 'Mb', 1_048_576],
    ['512 kB', 'Mb', 0.5],
    ['500 MB', 'Mb', 500],
    ['10.25', 'Mb', 10.25],
    ['1.125', 'Mb', 1.125],
    ['1,024', 'Mb', 1024],
  ])('%j of %s is %d', (text, unit, expected) => {
    expect(value(text, unit)).toBe(expected)
  })

  it.each<[string, string, LimitUnit, number]>([
    ['de-DE', '1.000', 'number', 1000],
    ['de-DE', '1,5k', 'number', 1500],
    ['de-DE', '10,25', 'Mb', 10.25],
    ['fr-FR', '1\u202F000', 'number', 1000],
    ['fr-FR', '1 000 000', 'number', 1_000_000],
    ['de-CH', '1’000', 'number', 1000],
    ['en-IN', '12,34,567', 'number', 1_234_567],
    ['ar-EG', '١٬٢٣٤٬٥٦٧', 'number', 1_234_567],
    ['ar-EG', '١٠٫٢٥', 'Mb', 10.25],
    ['ar-EG', '1500', 'number', 1500],
    ['fa', '۱٫۵k', 'number', 1500],
    ['mr', '१,५००', 'number', 1500],
    ['bn', '১৫ min', 'msec', 900_000],
  ])('in %s %j of %s is %d', (locale, text, unit, expected) => {
    expect(value(text, unit, locale)).toBe(expected)
  })

  it.each(['', ' ', '\u00A0', '\t\n'])('%j is empty', (text) => {
    expect(parseQuantity(text, 'number', 'en-US')).toEqual({ kind: 'empty' })
  })

  it.each<[string, LimitUnit, RegExp]>([
    ['50 %', 'number', /not a share/],
    ['-5', 'number', /not negative/],
    ['−5', 'number', /not negative/],
    ['unlimited', 'number', /unlimited/],
    ['∞', 'Mb', /unlimited/],
    ['abc', 'number', /has no number/],
    ['=1+1', 'number', /Formulas/],
    ['1.5', 'number', /whole number/],
    ['1.5', 'msec', /whole number of milliseconds/],
    ['1.000', 'number', /could mean 1 or 1000/],
    ['1,5', 'number', /more than one way/],
    ['1,00,0', 'number', /more than one way/],
    ['1.2.3', 'number', /more than one decimal point/],
    ['2 min', 'number', /is a length of time, and this limit is a count/],
    ['3 GB', 'number', /is a volume of data/],
    ['3 GB', 'msec', /is a volume of data, and this limit is a length of time/],
    ['2 h', 'Mb', /is a length of time, and this limit is a volume/],
    ['5 apples', 'number', /'apples' is not a known unit/],
    ['1 k 5', 'number', /more than one number/],
    ['30 min 1 h', 'msec', /from large to small/],
    ['1 h 1 h', 'msec', /from large to small/],
    ['1 h 30', 'msec', /from large to small/],
    ['1e400', 'number', /too large/],
    ['9007199254740993', 'number', /too large to store exactly/],
    ['12 $', 'number', /not understood/],
  ])('%j of %s is refused in words', (text, unit, words) => {
    expect(message(text, unit)).toMatch(words)
  })

  it('with an ambiguous separator is rejected rather than guessed', () => {
    expect(message('1,000', 'number', 'de-DE')).toMatch(/could mean 1 or 1000/)
    expect(value('1,000', 'Mb', 'de-DE')).toBe(1)
  })

  it('never throws, and accepts only what the contract accepts', () => {
    const text = fc.string({
      unit: fc.constantFrom(...Array.from("0123456789.,eEkKmMgGbBsSh%- '_+∞"), 'min', 'GB'),
    })
    fc.assert(
      fc.property(
        text,
        fc.constantFrom(...limitUnits),
        fc.constantFrom('en-US', 'de-DE', 'fr-FR', 'de-CH'),
        (typed, unit, locale) => {
          const parsed = parseQuantity(typed, unit, locale)
          if (parsed.kind === 'value')
            expect(limitEntrySchema.safeParse({ unit, value: parsed.value }).success).toBe(true)
          if (parsed.kind === 'error') expect(parsed.message).not.toBe('')
        },
      ),
      { numRuns: 2000 },
    )
  })
})

describe('formatted text', () => {
  const amount = fc.oneof(
    fc.nat(),
    fc.maxSafeNat(),
    fc.nat({ max: 5000 }).map((n) => n * 1000),
  )
  const locale = fc.constantFrom(
    'en-US',
    'de-DE',
    'fr-FR',
    'de-CH',
    'en-IN',
    'ar-EG',
    'fa',
    'bn',
    'mr',
  )

  it('parses to the same number, in every form, unit and locale', () => {
    fc.assert(
      fc.property(amount, fc.constantFrom(...limitUnits), locale, (number, unit, where) => {
        for (const text of [
          formatStored(number, where),
          formatPlain(number, where),
          formatHuman(number, unit, where),
        ]) {
          if (text !== undefined) expect(value(text, unit, where), text).toBe(number)
        }
      }),
      { numRuns: 1000 },
    )
  })

  it('parses to the same fraction of a megabyte', () => {
    fc.assert(
      fc.property(
        fc.nat({ max: 1e9 }),
        fc.constantFrom(10, 100, 1000, 1024, 1_048_576),
        locale,
        (number, by, where) => {
          const volume = number / by
          expect(value(formatPlain(volume, where), 'Mb', where)).toBe(volume)
          const human = formatHuman(volume, 'Mb', where)
          if (human !== undefined) expect(value(human, 'Mb', where), human).toBe(volume)
        },
      ),
    )
  })

  it('is written with the unit that people know, not with its name in the API', () => {
    const units = limitUnits.map((unit) => formatWithUnit(51_200, unit, 'en-US'))
    expect(units).toEqual(['51,200', '51,200 ms', '51,200 MB'])
  })

  it.each<[number, LimitUnit, string | undefined]>([
    [0, 'number', undefined],
    [100, 'number', undefined],
    [1000, 'number', '1k'],
    [1500, 'number', '1.5k'],
    [100_000, 'number', '100k'],
    [1_000_000, 'number', '1M'],
    [1_234_567, 'number', undefined],
    [120_000, 'msec', '2 min'],
    [250, 'msec', undefined],
    [1024, 'Mb', '1 GB'],
    [10_240, 'Mb', '10 GB'],
    [1000, 'Mb', undefined],
    [1536, 'Mb', '1.5 GB'],
    [0.5, 'Mb', '512 kB'],
  ])('%d of %s is %j', (number, unit, text) => {
    expect(formatHuman(number, unit, 'en-US')).toBe(text)
  })
})
