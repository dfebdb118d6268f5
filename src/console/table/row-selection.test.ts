import { expect, test } from 'vitest'
import { clicked, nothingSelected, toggledAll } from './row-selection'

const rows = ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id }))
const ids = (selection: { ids: ReadonlySet<string> }) => [...selection.ids].join('')

test('clicks choose and let go; Shift takes the range along', () => {
  const first = clicked(nothingSelected, rows, 1, false)
  const range = clicked(first, rows, 3, true)
  expect([ids(first), ids(range)]).toEqual(['b', 'bcd'])
  expect(ids(clicked(range, rows, 2, false))).toBe('bd')
  expect(
    ids(clicked({ ids: new Set('bcd'), anchor: 'b' }, rows, 3, true)),
    'a range is let go as well',
  ).toBe('')
})

test('a range begins at the row clicked last, wherever sorting has moved it', () => {
  const first = clicked(nothingSelected, rows, 1, false)
  const resorted = ['d', 'a', 'c', 'e', 'b'].map((id) => ({ id }))
  expect(ids(clicked(first, resorted, 2, true))).toBe('bce')
  const filtered = ['a', 'c', 'd'].map((id) => ({ id }))
  expect(ids(clicked(first, filtered, 2, true)), 'the row it began at is not shown').toBe('bd')
})

test('all that are loaded, or none', () => {
  expect(ids(toggledAll(nothingSelected, rows))).toBe('abcde')
  expect(ids(toggledAll({ ids: new Set('abcde'), anchor: 'e' }, rows))).toBe('')
})
