import { expect, test } from 'vitest'
import { countOf, formatPercent } from './format-count'

test('a count has its noun in the right number, and large ones are grouped', () => {
  expect(
    [0, 1, 2, 1234].map((count) => [
      countOf(count, 'app'),
      countOf(count, 'delivery', 'deliveries'),
    ]),
  ).toEqual([
    ['0 apps', '0 deliveries'],
    ['1 app', '1 delivery'],
    ['2 apps', '2 deliveries'],
    ['1,234 apps', '1,234 deliveries'],
  ])
})

test('a share is 100% only if it is the whole', () => {
  expect([0.29, 0.994, 0.999, 1, 1.2].map((share) => formatPercent(share))).toEqual([
    '29%',
    '99%',
    '99%',
    '100%',
    '120%',
  ])
  expect([0.9994, 0.9999, 1].map((share) => formatPercent(share, 1))).toEqual([
    '99.9%',
    '99.9%',
    '100%',
  ])
})
