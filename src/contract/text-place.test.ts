import { expect, test } from 'vitest'
import { lineAndColumn } from './text-place'

test.each([
  [0, 1, 1],
  [1, 1, 2],
  [2, 1, 3],
  [3, 2, 1],
  [4, 3, 1],
  [6, 3, 3],
  [99, 3, 3],
])('offset %i is in line %i, column %i', (offset, line, column) => {
  expect(lineAndColumn('ab\n\ncd', offset)).toEqual({ line, column })
})
