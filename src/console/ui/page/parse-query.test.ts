import { defaultStringifySearch } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { parseQuery } from './parse-query'

test('a text in a typed link is read as it is, also if it looks like a number', () => {
  for (const q of ['365', '-1', '007', '1e5', '1.50', '98765432109876543210', 'null', 'a b'])
    expect(parseQuery(`?q=${q}`)).toEqual({ q })
  expect(parseQuery('')).toEqual({})
})

test('the query of a link of the console is read as it was', () => {
  for (const query of [{ q: '365' }, { q: '"a"', filter: ['near'] }, { q: 'null', readOnly: true }])
    expect(parseQuery(defaultStringifySearch(query))).toEqual(query)
})
