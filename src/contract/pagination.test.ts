import { expect, test } from 'vitest'
import { z } from 'zod'
import { maxPageSize, pageOf, pagingShape, queryBoolean } from './pagination'

const paging = z.strictObject(pagingShape)
const limitOf = (limit: unknown) => paging.safeParse({ limit }).data?.limit

test('a page size is a whole number within its bounds, as a number or in digits', () => {
  for (const size of [1, 100, maxPageSize]) {
    expect(limitOf(size)).toBe(size)
    expect(limitOf(String(size))).toBe(size)
  }
  for (const wrong of [0, -1, 1.5, maxPageSize + 1, '0', '1.0', '+1', ' 1', '', '1e2', true, null])
    expect(limitOf(wrong), String(wrong)).toBeUndefined()
  for (const limit of ['ten', '0', '1001', 1.5])
    expect(paging.safeParse({ limit }).error?.issues, String(limit)).toMatchObject([
      { path: ['limit'], message: 'Use a whole number from 1 to 1000, in digits' },
    ])
})

test('paging needs nothing, and a cursor is a text', () => {
  expect(paging.parse({})).toEqual({})
  expect(paging.safeParse({ cursor: 'x' }).success).toBe(true)
  expect(paging.safeParse({ cursor: '' }).success).toBe(false)
})

test.each([
  [true, ['true', '1', 'TRUE', 'True', true]],
  [false, ['false', '0', 'FALSE', false]],
  [undefined, ['yes', 'on', '', '2', 1, null]],
])('%s is written in these ways only', (meaning, values) => {
  for (const value of values)
    expect(queryBoolean.safeParse(value).data, String(value)).toBe(meaning)
})

test('a refused boolean says what is allowed', () => {
  for (const value of ['yes', '', null])
    expect(queryBoolean.safeParse(value).error?.issues, String(value)).toMatchObject([
      { message: 'Use true or false' },
    ])
})

test('only the last page has no cursor', () => {
  const page = pageOf(z.string())
  expect(page.parse({ items: ['a'], cursor: 'next' })).toEqual({ items: ['a'], cursor: 'next' })
  expect(page.parse({ items: [] })).toEqual({ items: [] })
  expect(page.safeParse({ cursor: 'next' }).success).toBe(false)
})
