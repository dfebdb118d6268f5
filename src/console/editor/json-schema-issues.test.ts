import { expect, test } from 'vitest'
import { findJsonSchemaIssues } from './json-schema-issues'

test('each error is reported with its place', () => {
  const text = [
    '{',
    '  "type": "object",',
    '  "properties": { "a": { "type": "text" } },',
    '  "required": ["a", "a"]',
    '}',
  ].join('\n')
  expect(
    findJsonSchemaIssues(text).map(({ offset, length, message }) => [
      text.slice(offset, offset + length),
      message,
    ]),
  ).toEqual([
    ['["a", "a"]', expect.stringContaining('Name each property once')],
    ['"text"', expect.stringContaining('properties.a.type: Use string')],
  ])
})

test('a number that would be stored as another one is reported', () => {
  const text = '{"maximum": 9007199254740993}'
  const [found, ...others] = findJsonSchemaIssues(text)
  expect(found?.message).toContain('stored as 9007199254740992')
  expect(text.slice(found?.offset, -1)).toBe('9007199254740993')
  expect(others).toEqual([])
})

test('a valid schema, empty text and invalid JSON have no schema issues', () => {
  for (const text of ['', '{"type":"object","x-own":1}', '{"type": '])
    expect(findJsonSchemaIssues(text)).toEqual([])
})
