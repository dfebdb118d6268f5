import { expect, test } from 'vitest'
import {
  at,
  includesCell,
  located,
  movedBy,
  named,
  rangeOf,
  clampSelection,
  type GridSelection,
} from './grid-selection'

const size = { rows: 45, columns: 6 }
const press = (key: string, { shift = false, ctrl = false } = {}) => ({
  key,
  shiftKey: shift,
  ctrlKey: ctrl,
  metaKey: false,
})

test('arrows move one cell and stop at the edge', () => {
  expect(movedBy(press('ArrowDown'), at(0, 3), size)).toEqual(at(1, 3))
  expect(movedBy(press('ArrowUp'), at(0, 3), size)).toEqual(at(0, 3))
  expect(movedBy(press('ArrowRight', { ctrl: true }), at(4, 0), size)).toEqual(at(4, 5))
  expect(movedBy(press('PageDown'), at(40, 0), size)).toEqual(at(44, 0))
  expect(movedBy(press('x'), at(0, 0), size)).toBeUndefined()
})

test('Shift extends the range from its anchor', () => {
  const grown = movedBy(
    press('ArrowDown', { shift: true }),
    movedBy(press('ArrowDown', { shift: true }), at(2, 3), size) ?? at(0, 0),
    size,
  )
  expect(grown).toEqual({ anchor: { row: 2, column: 3 }, focus: { row: 4, column: 3 } })
  expect(rangeOf(grown ?? at(0, 0))).toEqual({ top: 2, bottom: 4, left: 3, right: 3 })
  expect([includesCell(grown ?? at(0, 0), 3, 3), includesCell(grown ?? at(0, 0), 3, 2)]).toEqual([
    true,
    false,
  ])
})

test('the selection stays inside when a filter leaves fewer rows', () => {
  expect(clampSelection(at(44, 5), { rows: 3, columns: 6 })).toEqual(at(2, 5))
})

test('a selection stays on its rows when filters move them', () => {
  const grid = (names: string) => Array.from(names, (name) => ({ name }))
  const rowsOf = ({ anchor, focus }: GridSelection) => [anchor.row, focus.row]
  const range = named({ anchor: { row: 1, column: 3 }, focus: { row: 2, column: 3 } }, grid('abcd'))
  const selected = (names: string) => rowsOf(located(range, grid(names), 4))
  expect(selected('abcd')).toEqual([1, 2])
  expect(selected('bcd'), 'a row above went').toEqual([0, 1])
  expect(selected('xabcd'), 'a row above came').toEqual([2, 3])
  expect(selected('abxcd'), 'a row between the ends came').toEqual([3, 3])
  expect(selected('acd'), 'the row where the range began went').toEqual([1, 1])
  expect(selected('abd'), 'the row of the focus went').toEqual([2, 2])
  expect(selected('')).toEqual([0, 0])
})
