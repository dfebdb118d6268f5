import { expect, test } from 'vitest'
import { exampleOf, membersOf, typeText } from './schema-text'

const schemas = {
  Part: {
    type: 'object',
    required: ['kind'],
    properties: { kind: { enum: ['leaf', 'branch'] }, parts: { items: { $ref: '#/x/Part' } } },
  },
}

test('types and their limits are described in words', () => {
  expect(typeText({ $ref: '#/components/schemas/Part' })).toBe('Part')
  expect(typeText({ type: 'integer', minimum: 1, maximum: 9 })).toBe('integer, 1 to 9')
  expect(typeText({ type: 'string', format: 'uri', maxLength: 2000 })).toBe(
    'string, uri, at most 2,000 characters',
  )
  expect(typeText({ anyOf: [{ type: 'string' }, { type: 'null' }] })).toBe('string or null')
  expect(typeText({ items: { enum: ['a', 1] }, maxItems: 3 })).toBe(
    'array of "a" or 1, at most 3 items',
  )
  expect(typeText({})).toBe('any value')
})

test('members are found through references, arrays, maps and alternatives', () => {
  const names = (schema: Parameters<typeof membersOf>[0]) =>
    membersOf(schema, schemas).map(({ name, required }) => [name, required])
  const part = [
    ['kind', true],
    ['parts', false],
  ]
  expect(names({ $ref: '#/x/Part' })).toEqual(part)
  expect(names({ items: { $ref: '#/x/Part' } }), 'of the items').toEqual(part)
  expect(names({ additionalProperties: { type: 'string' } })).toEqual([['any other name', false]])
  expect(names({ anyOf: [{ type: 'null' }, { $ref: '#/x/Part' }] })).toEqual([['Option 2', false]])
  expect(names({ type: 'string' })).toEqual([])
})

test('an example has the required members, and stops where a schema contains itself', () => {
  expect(exampleOf({ $ref: '#/x/Part' }, schemas)).toEqual({ kind: 'leaf' })
  expect(
    exampleOf(
      {
        required: ['name', 'count', 'on', 'part', 'list'],
        properties: {
          name: { type: ['string', 'null'] },
          count: { type: 'integer', minimum: 2 },
          on: { type: 'boolean' },
          part: { $ref: '#/x/Part' },
          list: { type: 'array', items: { $ref: '#/x/Part' } },
        },
      },
      schemas,
    ),
  ).toEqual({ name: '', count: 2, on: false, part: { kind: 'leaf' }, list: [] })
})
