import { expect, test } from 'vitest'
import { exampleOf } from './example'

const uuid = expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-7[\da-f-]{21}$/)
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
const text = { type: 'string' }
const example = (schema: object, components = {}) => exampleOf(schema, components)
const object = (properties: object, required: string[] = Object.keys(properties)) => ({
  type: 'object',
  properties,
  required,
})

test('an object shows what it needs, and few other members', () => {
  const properties = { id: text, other: text, more: { type: 'boolean' }, cursor: text, name: text }
  expect(example(object(properties, ['id', 'other']))).toEqual({
    id: uuid,
    other: 'text',
    cursor: expect.any(String),
    name: 'HubSpot',
  })
})

test('members have values that fit their names', () => {
  const members = { id: uuid, workspaceId: uuid, appUuid: uuid, createdAt: time, since: time }
  const named = object(Object.fromEntries(Object.keys(members).map((name) => [name, text])))
  expect(example(named)).toEqual(members)
})

test('every kind of workspace has the name of one', () => {
  const components = { OrgWorkspaceWithState: object({ name: text }) }
  const workspace = { $ref: '#/components/schemas/OrgWorkspaceWithState' }
  expect(example(workspace, components)).toEqual({ name: 'Acme production' })
})

test('a member has the value of its schema before that of its name', () => {
  const components = {
    Connector: object({ name: text, app: { $ref: '#/components/schemas/App' } }),
    App: object({ name: text }),
  }
  expect(example({ $ref: '#/components/schemas/Connector' }, components)).toEqual({
    name: 'HubSpot OAuth',
    app: { name: 'HubSpot' },
  })
  const list = { type: 'array', items: { $ref: '#/components/schemas/App' } }
  expect(example(object({ items: list }), components)).toEqual({ items: [{ name: 'HubSpot' }] })
})

test('a value is one that the schema allows', () => {
  expect(example(object({ key: { enum: ['a', 'hubspot'] } }))).toEqual({ key: 'hubspot' })
  expect(example(object({ key: { enum: ['a', 'b'] } }))).toEqual({ key: 'a' })
  expect(example(object({ key: { const: 'only' } }))).toEqual({ key: 'only' })
})

test.each([
  [{ type: 'integer' }, 1],
  [{ type: 'number' }, 1],
  [{ type: 'boolean' }, false],
  [{ type: 'null' }, null],
  [text, 'text'],
  [{ type: ['boolean', 'null'] }, false],
  [{ anyOf: [{ type: 'boolean' }, { type: 'null' }] }, false],
  [{}, {}],
])('%j has the simplest value', (schema, value) => {
  expect(example(schema)).toEqual(value)
})
