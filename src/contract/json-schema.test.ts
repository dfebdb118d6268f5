import { expect, test } from 'vitest'
import { jsonSchemaObject } from './json-schema'

function pathsOf(schema: unknown): string[] {
  return (jsonSchemaObject.safeParse(schema).error?.issues ?? []).map(({ path }) => path.join('.'))
}

const combining = ['allOf', 'anyOf', 'oneOf']
const single = [
  'additionalProperties',
  'unevaluatedProperties',
  'unevaluatedItems',
  'propertyNames',
  'contains',
  'contentSchema',
  'not',
  'if',
  'then',
  'else',
]
const named = ['properties', 'patternProperties', 'dependentSchemas', '$defs', 'definitions']
const counts = ['Length', 'Items', 'Contains', 'Properties'].flatMap((what) => [
  `min${what}`,
  `max${what}`,
])

test.each(combining)('%s takes one schema or more', (keyword) => {
  expect(pathsOf({ [keyword]: [{ type: 'string' }] })).toEqual([])
  expect(pathsOf({ [keyword]: [true, { type: 'null' }] })).toEqual([])
  expect(pathsOf({ [keyword]: [] })).toEqual([keyword])
})

test.each(single)('%s takes a schema, true or false', (keyword) => {
  expect(pathsOf({ [keyword]: { type: 'string' } })).toEqual([])
  expect(pathsOf({ [keyword]: false })).toEqual([])
  expect(pathsOf({ [keyword]: 'string' })).toEqual([keyword])
})

test.each(named)('%s takes schemas by name', (keyword) => {
  expect(pathsOf({ [keyword]: { region: { type: 'string' }, any: true } })).toEqual([])
  expect(pathsOf({ [keyword]: [] })).toEqual([keyword])
})

test.each(counts)('%s takes a whole number from 0 on', (keyword) => {
  expect([0, 1, -1, 0.5].map((value) => pathsOf({ [keyword]: value }).length)).toEqual([0, 0, 1, 1])
})

test('a type is a name, or a list that names each type once', () => {
  const isTaken = (type: unknown) => pathsOf({ type }).length === 0
  expect(['string', ['string'], ['string', 'null']].map(isTaken)).toEqual([true, true, true])
  expect(['text', [], ['string', 'string'], ['text']].map(isTaken)).toEqual(Array(4).fill(false))
})

test('patterns are regular expressions, steps are above 0, and names are required once', () => {
  expect(pathsOf({ pattern: '^[a-z]+$', multipleOf: 0.5, required: ['a', 'b'] })).toEqual([])
  expect(pathsOf({ pattern: '[', multipleOf: 0, required: ['a', 'a'] })).toEqual([
    'pattern',
    'multipleOf',
    'required',
  ])
})

test('pattern properties are named by regular expressions; dependencies name properties', () => {
  expect(pathsOf({ patternProperties: { '^x-': {} }, dependentRequired: { a: ['b'] } })).toEqual([])
  expect(pathsOf({ patternProperties: { '[': {} } })).toEqual(['patternProperties.['])
  expect(pathsOf({ dependentRequired: { a: 5, b: ['c', 'c'] } })).toEqual([
    'dependentRequired.a',
    'dependentRequired.b',
  ])
})

test('unknown keywords stay as they are', () => {
  const schema = { type: 'string', isSensitive: true, items: [{ widget: 'password' }] }
  expect(jsonSchemaObject.parse(schema)).toEqual(schema)
})
