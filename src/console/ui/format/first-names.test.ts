import { expect, test } from 'vitest'
import { firstNames } from './first-names'

test('the first are named, and the others counted', () => {
  expect(firstNames([], 2)).toBe('')
  expect(firstNames(['A', 'B'], 2)).toBe('A, B')
  expect(firstNames(['A', 'B', 'C'], 2)).toBe('A, B and 1 more')
  expect(
    firstNames(
      Array.from({ length: 1236 }, () => 'A'),
      2,
    ),
  ).toBe('A, A and 1,234 more')
})
