import { expect, test } from 'vitest'
import { maxIssues } from '@/contract/errors'
import { findInvalidText, maxNesting } from './invalid-text'

const pathsIn = (value: unknown) =>
  findInvalidText(value, ['body'])
    .map(({ path }) => path.join('.'))
    .toSorted()

test('values that the database cannot store are found at any depth', () => {
  expect(pathsIn({ a: 'fine 😀', b: [1, null, true, { c: '' }], d: -0.5 })).toEqual([])
  expect(
    pathsIn({ a: 'x\0', b: ['fine', { c: '\uD83D' }], d: Infinity, e: NaN, last: { f: '\uDE00' } }),
  ).toEqual(['body.a', 'body.b.1.c', 'body.d', 'body.e', 'body.last.f'])
  expect(pathsIn('\0')).toEqual(['body'])
  expect(pathsIn([{ 'a\0': 1, b: '\0' }])).toEqual(['body.0', 'body.0.b'])
  expect(pathsIn(JSON.parse('{"a":{"__proto__":{"b":"\\u0000"}}}'))).toEqual(['body.a.__proto__'])
})

const nested = (levels: number): unknown => (levels === 0 ? '' : { in: nested(levels - 1) })

test('nesting is accepted up to its limit, and reported at the top', () => {
  expect(pathsIn(nested(maxNesting))).toEqual([])
  expect(pathsIn(nested(maxNesting + 1))).toEqual(['body.in'])
  expect(pathsIn([nested(3), nested(maxNesting)])).toEqual(['body.1'])
})

test('no more issues are listed than a response holds', () => {
  const wrong = (count: number) => Array.from({ length: count }, () => '\0')
  expect(pathsIn(wrong(maxIssues - 1))).toHaveLength(maxIssues - 1)
  expect(pathsIn(wrong(maxIssues + 1))).toHaveLength(maxIssues)
  const names = Object.fromEntries(wrong(300).map((text, index) => [`${index}${text}`, 1]))
  expect(pathsIn(names)).toHaveLength(maxIssues)
})
