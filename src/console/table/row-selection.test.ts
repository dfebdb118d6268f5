import { expect, test } from 'vitest'
import { selectByClick, nothingSelected, toggleAll } from './row-selection'

const rows = ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id }))
const ids = (selection: { ids: ReadonlySet<string> }) => [...selection.ids].join('')

test('clicks select and deselect; Shift applies it to the range', () => {
  const first = selectByClick(nothingSelected, rows, 1, false)
  const range = selectByClick(first, rows, 3, true)
  expect([ids(first), ids(range)]).toEqual(['b', 'bcd'])
  expect(ids(selectByClick(range, rows, 2, false))).toBe('bd')
  expect(
    ids(selectByClick({ ids: new Set('bcd'), anchor: 'b' }, rows, 3, true)),
    'a range is let go as well',
  ).toBe('')
})

test('a range begins at the last clicked row, wherever sorting has moved it', () => {
  const first = selectByClick(nothingSelected, rows, 1, false)
  const resorted = ['d', 'a', 'c', 'e', 'b'].map((id) => ({ id }))
  expect(ids(selectByClick(first, resorted, 2, true))).toBe('bce')
  const filtered = ['a', 'c', 'd'].map((id) => ({ id }))
  expect(ids(selectByClick(first, filtered, 2, true)), 'the row it began at is not shown').toBe(
    'bd',
  )
})

test('select all selects or deselects all loaded rows, and no others', () => {
  expect(ids(toggleAll(nothingSelected, rows))).toBe('abcde')
  expect(ids(toggleAll({ ids: new Set('abcde'), anchor: 'e' }, rows))).toBe('')
  const filtered = rows.slice(0, 2)
  expect(ids(toggleAll({ ids: new Set('ae'), anchor: 'a' }, filtered))).toBe('aeb')
  expect(ids(toggleAll({ ids: new Set('abe'), anchor: 'a' }, filtered))).toBe('e')
})
