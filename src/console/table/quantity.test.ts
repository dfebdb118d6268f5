import { expect, test } from 'vitest'
import { humanQuantity, parseQuantity } from './quantity'

test.each([
  ['500', 'number', 500],
  [' 1,000 ', 'number', 1000],
  ['1 000 000', 'number', 1_000_000],
  ['1.5k', 'number', 1500],
  ['1.005k', 'number', 1005],
  ['2M', 'number', 2_000_000],
  ['0', 'number', 0],
  ['1500', 'msec', 1500],
  ['2 min', 'msec', 120_000],
  ['1.5h', 'msec', 5_400_000],
  ['3 GB', 'Mb', 3072],
  ['0.5', 'Mb', 0.5],
  ['512kb', 'Mb', 0.5],
] as const)('%j in %s is %d', (text, unit, value) => expect(parseQuantity(text, unit)).toEqual({ value }))

test.each([
  ['-1', 'number', /not negative/],
  ['1.5', 'number', /whole number/],
  ['ten', 'number', /Not a number/],
  ['', 'number', /Not a number/],
  ['50 %', 'number', /Not a number/],
  ['2 min', 'number', /no multiple/],
  ['3 GB', 'msec', /no multiple/],
  ['1,00', 'number', /Not a number/],
  ['1e400', 'number', /Not a number|no multiple/],
] as const)('%j in %s is refused with a reason', (text, unit, fault) => expect(parseQuantity(text, unit)).toEqual({ fault: expect.stringMatching(fault) }))

test('numbers are shown as people write them, and read back as they were', () => {
  expect([humanQuantity(200_000, 'number'), humanQuantity(120_000, 'msec'), humanQuantity(51_200, 'Mb'), humanQuantity(999, 'number')]).toEqual(['200k', '2 min', '50 GB', undefined])
  expect(parseQuantity('50 GB', 'Mb')).toEqual({ value: 51_200 })
})
