import { describe, expect, test } from 'vitest'
import { maxNesting } from '@/server/core/invalid-text'
import {
  findRefusedJson,
  maxMemberLength,
  maxMembers,
  maxTextLength,
  maxValues,
} from './json-bounds'

const listOf = (count: number) => `[${Array.from({ length: count }, () => '1').join(',')}]`

/** A list with this many values, itself and the lists in it included. */
function valuesOf(count: number): string {
  const full = Math.floor((count - 2) / maxMembers)
  const lists = Array.from({ length: full }, () => listOf(maxMembers - 1))
  return `[${[...lists, listOf(count - 2 - full * maxMembers)].join(',')}]`
}
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
const member = (length: number) => `{"settings":${'1'.padStart(length)}}`
const blanks = (length: number) => `{${'\n'.padEnd(length)}}`
const lines = (length: number) => JSON.stringify('\n'.repeat(20_000).padEnd(length, 'x'))

describe('a body may have as much as the bounds say, and no more', () => {
  test.each([
    ['members of a list', listOf, maxMembers, 'An object or list has more than 10,000 members'],
    ['names and values', valuesOf, maxValues, 'More than 100,000 names and values'],
    ['levels', nested, maxNesting, `Nested deeper than ${maxNesting} levels`],
    ['blanks in a row', blanks, maxMemberLength, 'More than 1,048,576 blanks in a row'],
    ['characters of a text', lines, maxTextLength, 'A text is longer than 1,000,000 characters'],
  ])('%s', (_what, bodyOf, bound, message) => {
    expect(findRefusedJson(bodyOf(bound))).toBeUndefined()
    expect(findRefusedJson(bodyOf(bound + 1))).toMatchObject({ code: 'too_large', message })
  })
})

test('a member that is too long is named; its separators count', () => {
  expect(findRefusedJson(member(maxMemberLength - 2))).toBeUndefined()
  expect(findRefusedJson(member(maxMemberLength + 1))).toEqual({
    path: ['body', 'settings'],
    code: 'too_large',
    message: 'Longer than 1,048,576 characters of JSON (1 MB)',
  })
})

test.each([
  ['{"name":"a","name":"b"}', 'name', ['body', 'name']],
  ['{"n\\u0061me":"a","name":"b"}', 'name', ['body', 'name']],
  ['{"ui":{"schema":{"a":[{"x":1,"y":2,"x":3}]}}}', 'x', ['body', 'ui']],
  ['[{"a":[],"a":{}}]', 'a', ['body']],
  ['{"":1,"":2}', '', ['body', '']],
])('%s has a name twice', (text, name, path) => {
  expect(findRefusedJson(text)).toEqual({
    path,
    code: 'repeated',
    message: `An object has the name '${name}' more than once`,
  })
})

test('malformed text is left to the parser, which says where it is wrong', () => {
  for (const text of ['{"a":1,b:2}', '{"a":"b",b:2,b:3}', '{a:1,b:2}', '{"a":1:2}'])
    expect(findRefusedJson(text), text).toBeUndefined()
})

test('objects may have the same names as others, and as texts', () => {
  for (const text of [
    '[{"a":1},{"a":1}]',
    '{"a":{"a":{"a":"a"}},"b":["a","a"]}',
    '{"constructor":1,"__proto__":2,"toString":3}',
  ])
    expect(findRefusedJson(text), text).toBeUndefined()
})
