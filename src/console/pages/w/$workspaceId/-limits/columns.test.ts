import { expect, test } from 'vitest'
import { columnsThatFit, limitColumns, widthStepOf } from './columns'

test('a narrower grid leaves out columns, and then has what can be changed first', () => {
  const names = (width: number) =>
    columnsThatFit(limitColumns, widthStepOf(width)).map(({ name }) => name)
  const wide = ['limit', 'unit', 'default', 'workspace', 'operator', 'effective', 'usage']
  expect(names(Infinity)).toEqual(wide)
  expect(names(62.2)).toEqual(wide)
  expect(names(62.1)).toEqual(wide.filter((name) => name !== 'unit'))
  expect(names(57.9)).toEqual(['limit', 'workspace', 'operator', 'effective', 'usage'])
  expect(names(39.9)).toEqual(['limit', 'workspace', 'effective', 'operator', 'usage'])
})
