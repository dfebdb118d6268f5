import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  selectCell,
  findSelection,
  moveColumns,
  moveSelection,
  nameSelection,
  rangeOf,
  clampSelection,
  selectAll,
  type GridSelection,
} from './grid-selection'

/** Whether a cell is in the range of a selection. */
function includesCell(selection: GridSelection, row: number, column: number): boolean {
  const { top, bottom, left, right } = rangeOf(selection)
  return row >= top && row <= bottom && column >= left && column <= right
}

const size = { rows: 45, columns: 6 }
const press = (key: string, { shift = false, ctrl = false } = {}) => ({
  key,
  shiftKey: shift,
  ctrlKey: ctrl,
  metaKey: false,
})

test('arrows move one cell and stop at the edge', () => {
  expect(moveSelection(press('ArrowDown'), selectCell(0, 3), size)).toEqual(selectCell(1, 3))
  expect(moveSelection(press('ArrowUp'), selectCell(0, 3), size)).toEqual(selectCell(0, 3))
  expect(moveSelection(press('ArrowRight', { ctrl: true }), selectCell(4, 0), size)).toEqual(
    selectCell(4, 5),
  )
  expect(moveSelection(press('PageDown'), selectCell(40, 0), size)).toEqual(selectCell(44, 0))
  expect(moveSelection(press('x'), selectCell(0, 0), size)).toBeUndefined()
})

test('Shift extends the range from its anchor', () => {
  const grown = moveSelection(
    press('ArrowDown', { shift: true }),
    moveSelection(press('ArrowDown', { shift: true }), selectCell(2, 3), size) ?? selectCell(0, 0),
    size,
  )
  expect(grown).toEqual({ anchor: { row: 2, column: 3 }, focus: { row: 4, column: 3 } })
  expect(rangeOf(grown ?? selectCell(0, 0))).toEqual({ top: 2, bottom: 4, left: 3, right: 3 })
  expect([
    includesCell(grown ?? selectCell(0, 0), 3, 3),
    includesCell(grown ?? selectCell(0, 0), 3, 2),
  ]).toEqual([true, false])
})

test('the selection stays inside when a filter leaves fewer rows', () => {
  expect(clampSelection(selectCell(44, 5), { rows: 3, columns: 6 })).toEqual(selectCell(2, 5))
})

test('a selection stays on its rows when filters move them', () => {
  const grid = (names: string) => Array.from(names, (name) => ({ name }))
  const rowsOf = ({ anchor, focus }: GridSelection) => [anchor.row, focus.row]
  const range = nameSelection(
    { anchor: { row: 1, column: 3 }, focus: { row: 2, column: 3 } },
    grid('abcd'),
  )
  const selected = (names: string) => rowsOf(findSelection(range, grid(names), 4))
  expect(selected('abcd')).toEqual([1, 2])
  expect(selected('bcd'), 'a row above went').toEqual([0, 1])
  expect(selected('xabcd'), 'a row above came').toEqual([2, 3])
  expect(selected('abxcd'), 'a row between the ends came').toEqual([3, 3])
  expect(selected('acd'), 'the row where the range began went').toEqual([1, 1])
  expect(selected('abd'), 'the row of the focus went').toEqual([2, 2])
  expect(selected('')).toEqual([0, 0])
})

test('each key moves from the middle to its own cell', () => {
  const moved = (key: string, ctrl = false) => {
    const focus = moveSelection(press(key, { ctrl }), selectCell(20, 3), size)?.focus
    return [focus?.row, focus?.column]
  }
  expect({
    ArrowUp: [moved('ArrowUp'), moved('ArrowUp', true)],
    ArrowDown: [moved('ArrowDown'), moved('ArrowDown', true)],
    ArrowLeft: [moved('ArrowLeft'), moved('ArrowLeft', true)],
    ArrowRight: [moved('ArrowRight'), moved('ArrowRight', true)],
    Home: [moved('Home'), moved('Home', true)],
    End: [moved('End'), moved('End', true)],
    PageUp: [moved('PageUp'), moved('PageUp', true)],
    PageDown: [moved('PageDown'), moved('PageDown', true)],
  }).toEqual({
    ArrowUp: [19, 0].map((row) => [row, 3]),
    ArrowDown: [21, 44].map((row) => [row, 3]),
    ArrowLeft: [2, 0].map((column) => [20, column]),
    ArrowRight: [4, 5].map((column) => [20, column]),
    Home: [20, 0].map((row) => [row, 0]),
    End: [20, 44].map((row) => [row, 5]),
    PageUp: [10, 10].map((row) => [row, 3]),
    PageDown: [30, 30].map((row) => [row, 3]),
  })
})

test('whatever keys are pressed, the selection is inside, and holds its anchor and focus', () => {
  const keys = 'ArrowUp ArrowDown ArrowLeft ArrowRight Home End PageUp PageDown'.split(' ')
  const pressed = fc.record({
    key: fc.constantFrom(...keys),
    shiftKey: fc.boolean(),
    ctrlKey: fc.boolean(),
    metaKey: fc.boolean(),
  })
  const sizes = fc.record({
    rows: fc.integer({ min: 1, max: 60 }),
    columns: fc.integer({ min: 1, max: 8 }),
  })
  fc.assert(
    fc.property(sizes, fc.array(pressed, { maxLength: 30 }), (some, presses) => {
      let selection = selectCell(0, 0)
      for (const each of presses) {
        const before = selection
        selection = moveSelection(each, selection, some) ?? selection
        expect(clampSelection(selection, some)).toEqual(selection)
        expect(selection.anchor).toEqual(each.shiftKey ? before.anchor : selection.focus)
        for (const { row, column } of [selection.anchor, selection.focus])
          expect(includesCell(selection, row, column)).toBe(true)
      }
    }),
  )
})

test('the range of a selection holds the cells between its corners, and no other', () => {
  const cell = fc.record({ row: fc.nat({ max: 5 }), column: fc.nat({ max: 5 }) })
  const small = { rows: 6, columns: 6 }
  const held = (selection: GridSelection) =>
    Array.from({ length: 36 }, (_, index) => [Math.floor(index / 6), index % 6] as const).filter(
      ([row, column]) => includesCell(selection, row, column),
    ).length
  expect(held(selectAll(small))).toBe(36)
  fc.assert(
    fc.property(cell, cell, (anchor, focus) => {
      const height = Math.abs(anchor.row - focus.row) + 1
      const width = Math.abs(anchor.column - focus.column) + 1
      expect(held({ anchor, focus })).toBe(height * width)
    }),
  )
})

test('a selection stays on its columns when others are hidden', () => {
  const before = ['name', 'unit', 'value', 'note']
  const after = ['name', 'value', 'note', 'more']
  const moved = (from: number, to: number) => {
    const selection = { anchor: { row: 1, column: from }, focus: { row: 2, column: to } }
    return moveColumns(selection, before, after, 1)
  }
  expect(moved(2, 3)).toEqual({ anchor: { row: 1, column: 1 }, focus: { row: 2, column: 2 } })
  expect(moved(1, 3), 'the anchor is hidden').toEqual(selectCell(2, 2))
  expect(moved(3, 1), 'the focus is hidden').toEqual(selectCell(2, 1))
})
