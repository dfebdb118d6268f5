import { expect, test } from 'vitest'
import { authTypeNames, connectorFunctionNames, usesFunction } from '../../../../../contract/connectors'
import { emptyDraft, readDraft, templateFor } from './draft'

test.each(authTypeNames)('the template of %s is a valid specification with only what the type uses', (type) => {
  const specification = templateFor(type)
  expect(readDraft({ ...emptyDraft, name: 'X', specification }).faults).toEqual([])
  const named = Object.keys(JSON.parse(specification))
  for (const name of connectorFunctionNames) if (named.includes(name)) expect(usesFunction(type, name)).toBe(true)
})

test('faults show at their field, and in the specification at their line', () => {
  const specification = '{\n  "type": "oauth2",\n  "test": { "type": "python" },\n  "colour": 1\n}'
  expect(readDraft({ ...emptyDraft, key: 'a b', specification }).faults).toEqual([
    expect.objectContaining({ field: 'name' }),
    expect.objectContaining({ field: 'key' }),
    { field: 'specification', line: 3, message: expect.stringContaining('test.type') },
    { field: 'specification', line: 4, message: expect.stringContaining('colour') },
  ])
  expect(readDraft({ ...emptyDraft, name: 'X', specification: '{\n "a": }' }).faults).toEqual([{ field: 'specification', line: 2, message: expect.stringContaining('line 2, column 7') }])
})
