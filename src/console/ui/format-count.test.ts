import { expect, test } from 'vitest'
import { countOf } from './format-count'

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
