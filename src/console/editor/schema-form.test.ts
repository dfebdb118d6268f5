// @vitest-environment happy-dom
import fc from 'fast-check'
import { createElement } from 'react'
import { expect, test } from 'vitest'
import { render } from '@/console/testing/render'
import { firstFields } from './first-fields'
import SchemaForm from './schema-form'

// Mantine's text areas wait for fonts to resize themselves.
Object.defineProperty(document, 'fonts', { value: new EventTarget() })

/** Renders the form of a schema. @throws the error of a failed rendering */
const renderForm = (text: string) => render(createElement(SchemaForm, { text }))

function expectRendered(schema: unknown): void {
  renderForm(JSON.stringify(schema)).unmount()
}

/** Schemas with any JSON in any keyword, as they can appear while typing. */
const anySchema = fc.letrec<{ schema: unknown }>((tie) => {
  const type = fc.constantFrom(
    'string',
    'number',
    'integer',
    'boolean',
    'object',
    'array',
    'null',
    'text',
  )
  const choice = fc.oneof(
    fc.constantFrom('a', 'A', '', '1', 'null', '{}'),
    fc.constantFrom(1, null, true, {}, [], { toString: 1 }),
    fc.jsonValue(),
  )
  const anything = <Value>(value: fc.Arbitrary<Value>) =>
    fc.oneof({ weight: 4, arbitrary: value }, { weight: 1, arbitrary: fc.jsonValue() })
  return {
    schema: fc.oneof(
      { maxDepth: 4 },
      fc.jsonValue(),
      fc.record(
        {
          type: anything(fc.oneof(type, fc.array(type, { maxLength: 3 }))),
          title: anything(fc.string()),
          description: anything(fc.string()),
          format: anything(
            fc.constantFrom('date', 'date-time', 'time', 'email', 'uri', 'password'),
          ),
          enum: anything(fc.array(choice, { maxLength: 5 })),
          default: anything(fc.oneof(choice, fc.array(choice, { maxLength: 3 }))),
          required: anything(fc.array(fc.string(), { maxLength: 3 })),
          properties: anything(
            fc.dictionary(
              fc.oneof(fc.constantFrom('__proto__', 'constructor', 'toString', ''), fc.string()),
              tie('schema'),
              { maxKeys: 4 },
            ),
          ),
          items: anything(tie('schema')),
          minimum: anything(fc.double({ noNaN: true })),
          maximum: anything(fc.double({ noNaN: true })),
          maxLength: anything(fc.integer()),
          readOnly: anything(fc.boolean()),
          $ref: anything(fc.constantFrom('#', '#/properties/a')),
        },
        { requiredKeys: [] },
      ),
    ),
  }
}).schema

test('no JSON crashes the preview', () => {
  fc.assert(fc.property(anySchema, expectRendered), { numRuns: 150 })
})

test.each([
  [
    'choices that repeat while they are typed',
    { properties: { a: { type: 'array', items: { enum: ['x', 'x', 1, '1'] } } } },
  ],
  ['choices that are objects', { properties: { a: { enum: [{ b: 1 }, { b: 1 }, []] } } }],
  ['a default of another type', { properties: { a: { type: 'number', default: { b: [] } } } }],
  [
    'a list of defaults that cannot be made strings',
    { properties: { a: { type: 'array', default: [{ toString: 1 }, 'b', 'b'] } } },
  ],
  ['a list where a schema belongs', { properties: { a: [], b: { items: [] } } }],
  ['a schema within itself', { properties: { a: { $ref: '#' } } }],
])('%s', (_what, schema) => expectRendered(schema))

test('of a huge schema the first fields are shown, with the number of those left out', () => {
  const properties = Object.fromEntries(
    Array.from({ length: 5000 }, (_none, index) => [`field${index}`, { type: 'string' }]),
  )
  const { place } = renderForm(JSON.stringify({ type: 'object', properties }))
  expect(place.querySelectorAll('input')).toHaveLength(200)
  expect(place.textContent).toContain('4,800 more fields are not shown here')
})

test('a reference has the field that it leads to, unless it leads back', () => {
  const size = { type: 'integer', title: 'Size' }
  const { place } = renderForm(
    JSON.stringify({
      $defs: { size, 'a/b': { $ref: '#/$defs/size' }, node: { properties: { x: size } } },
      properties: {
        size: { $ref: '#/$defs/a~1b', title: 'How large' },
        node: { $ref: '#/$defs/node' },
        self: { $ref: '#' },
        nowhere: { $ref: '#/$defs/none' },
      },
    }),
  )
  const labels = [...place.querySelectorAll('label, legend')].map((label) => label.textContent)
  expect(labels).toEqual(['How large', 'node', 'Size', 'self', 'nowhere'])
  expect(place.querySelectorAll('input')).toHaveLength(2)
})

test('nesting is shown up to a maximum depth', () => {
  let schema: unknown = { type: 'string' }
  for (let depth = 0; depth < 500; depth += 1)
    schema = { type: 'object', properties: { deeper: schema } }
  expect(firstFields(schema).leftOut).toBe(1)
  expectRendered(schema)
})

test('a small schema is shown completely', () => {
  const schema = {
    type: 'object',
    properties: { a: { type: 'array', items: { properties: { b: {} } } }, c: true },
    required: ['a'],
  }
  expect(firstFields(schema)).toEqual({ schema, leftOut: 0 })
})
