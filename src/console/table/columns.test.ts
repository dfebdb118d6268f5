import { expect, test } from 'vitest'
import { nextSort, sortedBy, type Column } from './columns'
import { csvOf } from './csv'

interface Row {
  name: string
  count?: number
}

const columns: readonly Column<Row>[] = [
  { name: 'name', label: 'Name', value: ({ name }) => name, width: [8, 1] },
  { name: 'count', label: 'Count', value: ({ count }) => count, width: [8, 1] },
]

const rows: readonly Row[] = [
  { name: 'item 10', count: 9 },
  { name: 'Item 2' },
  { name: 'älter', count: 10 },
]
const names = (sort: string | undefined) => sortedBy(rows, columns, sort).map(({ name }) => name)

test('names sort by locale, numbers by size, and missing values last in both directions', () => {
  expect(names('name')).toEqual(['älter', 'Item 2', 'item 10'])
  expect(names('-name')).toEqual(['item 10', 'Item 2', 'älter'])
  expect(names('count')).toEqual(['item 10', 'älter', 'Item 2'])
  expect(names('-count')).toEqual(['älter', 'item 10', 'Item 2'])
})

test('numbers below zero are smaller than those above', () => {
  const sorted = sortedBy(
    [3, -5, 0.5, -10].map((count) => ({ name: '', count })),
    columns,
    'count',
  )
  expect(sorted.map(({ count }) => count)).toEqual([-10, -5, 0.5, 3])
})

test('rows keep their order without a sort, or with an unknown column in the URL', () => {
  expect(names(undefined)).toEqual(rows.map(({ name }) => name))
  expect(names('-size')).toEqual(rows.map(({ name }) => name))
})

test('clicking a header sorts ascending, then descending, then not at all', () => {
  expect([undefined, 'name', '-name', 'count'].map((sort) => nextSort(sort, 'name'))).toEqual([
    'name',
    '-name',
    undefined,
    'name',
  ])
})

test('an exported file has every column, and no cell is a formula', () => {
  expect(csvOf([{ name: '=1+1', count: 3 }, { name: 'plain' }], columns)).toBe(
    'name,count\r\n"\'=1+1",3\r\nplain,',
  )
})
