import { expect, test } from 'vitest'
import { z } from 'zod'
import { appCreateSchema } from './apps'
import { connectorCreateSchema } from './connectors'
import { toIssues } from './issues'
import { jsonSchemaObject } from './json-schema'

function messageFor(schema: z.ZodType, value: unknown): string | undefined {
  const { error } = schema.safeParse(value)
  return error && toIssues(error, [])[0]?.message
}

test.each([
  [z.string(), undefined, 'A value is required'],
  [z.string(), null, 'Use text, not null'],
  [z.string(), 7, 'Use text, not a number'],
  [z.boolean(), 'yes', 'Use true or false, not text'],
  [z.array(z.string()), {}, 'Use a list, not an object'],
  [z.object({}), [], 'Use an object, not a list'],
  [z.record(z.string(), z.unknown()), 'a', 'Use an object, not text'],
  [z.int(), 1.5, 'Use a whole number'],
  [z.number(), Number.NaN, 'Use a number'],
  [z.enum(['a', 'b', 'c']), 'd', "Use 'a', 'b', or 'c'"],
  [z.literal(true), false, 'Use true'],
  [z.string().max(1), 'ab', 'Use at most 1 character'],
  [z.string().max(1000), 'a'.repeat(1001), 'Use at most 1,000 characters'],
  [z.string().min(1), '', 'Use at least 1 character'],
  [z.array(z.string()).max(2), ['a', 'b', 'c'], 'Use at most 2 items'],
  [z.number().min(0), -1, 'Use a number of at least 0'],
  [z.number().max(9), 10, 'Use a number of at most 9'],
  [z.number().positive(), 0, 'Use a number greater than 0'],
  [z.number().lt(9), 9, 'Use a number less than 9'],
  [z.uuid(), 'a', 'Use a UUID'],
  [z.iso.datetime(), 'a', 'Use a time in UTC, such as 2026-05-20T10:00:00Z'],
  [z.union([z.string(), z.number()]), true, 'This value is not allowed here'],
  [
    z.record(z.string().max(1), z.unknown()),
    { ab: 1 },
    'A name here is wrong: Use at most 1 character',
  ],
  [z.string('Name it'), 7, 'Name it'],
])('issue %# is in plain words', (schema, value, message) => {
  expect(messageFor(schema, value)).toBe(message)
})

test.each([
  [connectorCreateSchema, { name: 'A', test: { type: 'rest-api-mapping', mapping: {} } }],
  [connectorCreateSchema, { name: 'A', type: 'basic', categories: [7], uuid: '' }],
  [connectorCreateSchema, { name: 'A', options: { ['a'.repeat(101)]: {} }, ui: [] }],
  [jsonSchemaObject, { properties: 7, required: 'a', minLength: 0.5, allOf: [], items: 7 }],
  [appCreateSchema, { name: 'a'.repeat(201), key: 'a b', categories: [''] }],
])('no issue of body %# has words of the validator', (schema, body) => {
  const { error } = schema.safeParse(body)
  const words = error?.issues.map(({ message }) => message).join('\n')
  expect(words).toBeTruthy()
  expect(words).not.toMatch(/Invalid|Too (big|small)|expected|received|<=|>=/)
})
