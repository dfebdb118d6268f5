import { createConfig, lintFromString } from '@redocly/openapi-core'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { alertTypeFacts, alertTypeNames } from '@/contract/alerts'
import { limitFacts, limitNames } from '@/contract/limits'
import type { Operation } from '@/contract/operation'
import { operations, specificationOf, type OperationId } from '@/contract/operations'
import { maxPageSize } from '@/contract/pagination'
import { settingNames, settings } from '@/contract/workspaces'
import { operationIds } from '../operation-kinds'
import { openApiDocument } from './document'
import { describeMember } from './members'

const document = openApiDocument(operations)

test('the document passes a public OpenAPI linter', async () => {
  const problems = await lintFromString({
    source: JSON.stringify(document),
    config: await createConfig({ extends: ['recommended'] }),
  })
  expect(
    problems.map(
      ({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer ?? ''}`,
    ),
  ).toEqual([])
})

interface DocumentedOperation {
  id: OperationId
  operation: z.infer<typeof operationSchema>
}

const contentSchema = z.object({ schema: z.unknown(), example: z.unknown() })
/** The content of a body, of the events of a stream, or of its lines. */
const bodySchema = z
  .object({ content: z.record(z.string(), contentSchema) })
  .transform(({ content }) => ({ content: Object.values(content)[0] }))
const operationSchema = z.looseObject({
  operationId: z.string(),
  description: z.string(),
  parameters: z.array(
    z.looseObject({
      name: z.string(),
      in: z.string(),
      required: z.boolean(),
      description: z.string().optional(),
      'x-extension': z.literal(true).optional(),
    }),
  ),
  requestBody: bodySchema.optional(),
  responses: z.record(
    z.string(),
    z.looseObject({
      headers: z.record(z.string(), z.unknown()),
      content: z
        .record(
          z.string(),
          z.looseObject({ examples: z.record(z.string(), z.unknown()).optional() }),
        )
        .optional(),
    }),
  ),
})

/** Each operation with its object in the document. */
const documented: DocumentedOperation[] = operationIds.map((id) => {
  const paths = z.record(z.string(), z.record(z.string(), operationSchema)).parse(document['paths'])
  const operation = paths[operations[id].path]?.[operations[id].method.toLowerCase()]
  if (operation === undefined) throw new Error(`${id} is missing`)
  return { id, operation }
})

test('the ten operations have the names of the specification', () => {
  const names = documented
    .filter(({ id }) => !('extension' in operations[id]))
    .map(({ operation }) => operation.operationId)
  expect(new Set(names)).toEqual(
    new Set([
      'updateOrgWorkspace',
      'restoreOrgWorkspace',
      'create-connector',
      'list-connectors',
      'get-connector',
      'list-public-external-apps',
      'list-external-apps',
      'delete-external-app',
      'export-connection',
      'get-action',
    ]),
  )
})

test('query parameters beyond the specification are marked as extensions', () => {
  const marked = documented.flatMap(({ operation: { operationId, parameters } }) =>
    parameters.filter((one) => one['x-extension']).map(({ name }) => `${operationId} ${name}`),
  )
  expect(marked).toEqual(
    expect.arrayContaining(['list-connectors search', 'list-external-apps category']),
  )
  expect(marked).not.toContain('get-connector version')
  expect(marked).not.toContain('list-external-apps limit')
})

test.each(documented)('$id has examples that match its schemas', ({ id, operation }) => {
  const { body, response }: Operation = operations[id]
  const success = bodySchema.parse(operation.responses['200']).content?.example
  expect(response.safeParse(success).error, JSON.stringify(success)).toBeUndefined()
  if (body === undefined) return
  const example = operation.requestBody?.content?.example
  expect(body.safeParse(example).error, JSON.stringify(example)).toBeUndefined()
})

test('an example can be sent as it is: it clears nothing, and mutes until a time to come', () => {
  const bodyOf = (id: OperationId) =>
    documented.find((one) => one.id === id)?.operation.requestBody?.content?.example
  expect(bodyOf('setOperatorLimits')).toMatchObject({ operatorLimits: { apiRequestsPerHour: {} } })
  expect(bodyOf('setAlertSettings')).toMatchObject({ nearPercent: expect.any(Number) })
  expect(bodyOf('checkJwks')).toEqual({ uri: 'https://login.example.com/jwks.json' })
  const { mutedUntil } = z.object({ mutedUntil: z.iso.datetime() }).parse(bodyOf('setAlertMute'))
  expect(Date.parse(mutedUntil), 'a time to come').toBeGreaterThan(Date.UTC(2029))
})

/** Whether a schema has alternatives that are all texts, which clients get a type for. */
function hasChoiceOfTexts(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const { data } = z.object({ anyOf: z.array(z.object({ type: z.unknown() })) }).safeParse(value)
  return (
    data?.anyOf.every(({ type }) => type === 'string') === true ||
    Object.values(value).some(hasChoiceOfTexts)
  )
}

test('the example of the public catalog has a public app', () => {
  const catalog = documented.find(({ id }) => id === 'listPublicApps')
  expect(bodySchema.parse(catalog?.operation.responses['200']).content?.example).toMatchObject({
    items: [{ key: 'hubspot', isPublic: true }],
  })
})

test('a request may leave out what has a default', () => {
  const { schemas } = z
    .object({ schemas: z.record(z.string(), z.looseObject({})) })
    .parse(document['components'])
  expect(JSON.stringify(schemas['AccessTokenRequest'])).not.toContain('"default"')
  expect(JSON.stringify(schemas['App'])).toContain('"default"')
})

test('a text is one type', () => {
  expect(hasChoiceOfTexts({ a: [{ anyOf: [{ type: 'string' }, { type: 'string' }] }] })).toBe(true)
  expect(hasChoiceOfTexts(document)).toBe(false)
})

/** Paths of the members of a JSON Schema that have no description. */
function undescribed(schema: unknown, path: string): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  return Object.entries(schema).flatMap(([keyword, inner]: [string, unknown]) => {
    if (keyword === 'example' || keyword === 'enum') return []
    if (keyword !== 'properties') return undescribed(inner, path)
    return Object.entries(z.record(z.string(), z.looseObject({})).parse(inner)).flatMap(
      ([name, member]) => [
        ...('description' in member ? [] : [`${path}.${name}`]),
        ...undescribed(member, `${path}.${name}`),
      ],
    )
  })
}

test('every member and parameter has a description', () => {
  const { schemas } = z
    .object({ schemas: z.record(z.string(), z.unknown()) })
    .parse(document['components'])
  const members = [
    ...Object.entries(schemas),
    ...documented.flatMap(({ id, operation: { requestBody, responses } }) => [
      [`${id} body`, requestBody] as const,
      [`${id} response`, responses['200']] as const,
    ]),
  ].flatMap(([name, schema]) => undescribed(schema, name))
  const parameters = documented.flatMap(({ id, operation }) =>
    operation.parameters
      .filter(({ description }) => description === undefined)
      .map(({ name }) => `${id} parameter ${name}`),
  )
  expect([...members, ...parameters]).toEqual([])
})

test('each limit, setting and alert type has its own description', () => {
  const keyed = z.object({
    properties: z.record(z.string(), z.object({ description: z.string() })),
  })
  const { schemas } = z
    .object({
      schemas: z.object({
        LimitsUpdate: keyed,
        SettingsUpdate: keyed,
        AlertDeliverySettingsUpdate: z.object({ properties: z.object({ alertTypes: keyed }) }),
      }),
    })
    .parse(document['components'])
  const descriptions = ({ properties }: z.infer<typeof keyed>) =>
    Object.entries(properties).map(([name, { description }]) => [name, description])

  expect(descriptions(schemas.LimitsUpdate)).toEqual(
    limitNames.map((name) => [name, limitFacts(name).description]),
  )
  expect(descriptions(schemas.SettingsUpdate)).toEqual(
    settingNames.map((name) => [name, settings[name].description]),
  )
  expect(descriptions(schemas.AlertDeliverySettingsUpdate.properties.alertTypes)).toEqual(
    alertTypeNames.map((name) => [name, alertTypeFacts(name).description]),
  )
})

test('a member’s own description takes precedence', () => {
  const text = JSON.stringify(document['components'])
  expect(text).toContain('"description":"The exact body that is sent"')
})

test.each([
  ['OrgWorkspace', 'key', /workspaceKey/],
  ['OrgWorkspaceSummary', 'key', /workspaceKey/],
  ['OrgWorkspaceWithState', 'key', /workspaceKey/],
  ['Alert', 'key', /alert type/],
  ['DemoEmail', 'subject', /e-mail/],
  ['error', 'key', /error/],
  ['workspaces', 'key', /workspaceKey/],
])('%s.%s is described as what it is', (schema, member, text) => {
  expect(describeMember(schema, member)).toMatch(text)
})

test('the headers of responses are documented', () => {
  const headers = (id: OperationId, status: string) =>
    Object.keys(documented.find((one) => one.id === id)?.operation.responses[status]?.headers ?? {})
  expect(headers('listConnectors', '200')).toEqual(
    expect.arrayContaining(['X-Request-Id', 'ETag', 'RateLimit', 'RateLimit-Policy']),
  )
  expect(headers('createConnector', '200')).toContain('Idempotency-Replayed')
  expect(headers('listConnectors', '429')).toContain('Retry-After')
  expect(headers('listConnectors', '401')).toContain('WWW-Authenticate')

  const always = ['X-Request-Id', 'API-Version', 'Cache-Control']
  const rates = ['RateLimit', 'RateLimit-Policy']
  expect(headers('getHealth', '200'), 'without a token').toEqual([...always, 'ETag'])
  expect(headers('signInToDemo', '200'), 'without a token').toEqual(always)
  expect(headers('getOrgWorkspace', '200'), 'not metered').toEqual([...always, 'ETag'])
  expect(headers('getOrgWorkspace', '304')).toEqual([...always, 'ETag'])
  expect(headers('listConnectors', '304')).toEqual([...always, 'ETag', ...rates])
  expect(headers('listConnectors', '400')).toEqual([...always, ...rates])
  expect(headers('listConnectors', '401')).toEqual([...always, 'WWW-Authenticate', ...rates])
  expect(headers('listConnectors', '429')).toEqual([...always, 'Retry-After', ...rates])
  expect(headers('listConnectors', '503')).toEqual([...always, 'Retry-After', ...rates])
  expect(headers('getOrgWorkspace', '400'), 'not metered').toEqual(always)
  const replayed = 'Idempotency-Replayed'
  expect(headers('createConnector', '400'), 'replayed').toEqual([...always, ...rates, replayed])
  expect(headers('createConnector', '500'), 'not replayed').toEqual([...always, ...rates])
})

test('every write that supports If-Match can be refused for it, and no other', () => {
  const withHeader = documented.filter(({ operation: { parameters } }) =>
    parameters.some(({ name }) => name === 'If-Match'),
  )
  const refusable = documented.filter(({ operation }) => '412' in operation.responses)
  expect(refusable).toEqual(withHeader)
  expect(withHeader.map(({ id }) => id)).toContain('restoreOrgWorkspace')
})

test('the headers that an operation reads are documented, and none is required', () => {
  const headers = (id: OperationId) =>
    (documented.find((one) => one.id === id)?.operation.parameters ?? []).flatMap((parameter) =>
      parameter.in === 'header' ? [[parameter.name, parameter.required]] : [],
    )
  expect(headers('createConnector')).toEqual([
    ['Idempotency-Key', false],
    ['Change-Reason', false],
  ])
  expect(headers('updateOrgWorkspace')).toEqual([
    ['If-Match', false],
    ['Change-Reason', false],
  ])
  expect(headers('getOrgWorkspace')).toEqual([['If-None-Match', false]])
  expect(headers('listConnectors')).toEqual([['If-None-Match', false]])
  for (const id of ['signInToDemo', 'watchChanges'] as const) expect(headers(id)).toEqual([])
})

test('parts of the path are required, those of the query are not', () => {
  for (const { operation } of documented)
    for (const { name, required, ...parameter } of operation.parameters)
      expect([name, required]).toEqual([name, parameter.in === 'path'])
})

test('operations need a token, except those that anyone may call', () => {
  for (const { id, operation } of documented)
    expect([id, operation['security']]).toEqual([
      id,
      operations[id].caller === 'anyone' ? [] : [{ bearer: [] }],
    ])
})

test('reads can be unchanged, streams cannot', () => {
  const unchanged = documented
    .filter(({ operation }) => '304' in operation.responses)
    .map(({ id }) => id)
  const reads = operationIds.filter(
    (id) => operations[id].method === 'GET' && !('stream' in operations[id]),
  )
  expect(unchanged).toEqual(reads)
  const types = (id: OperationId) =>
    Object.keys(documented.find((one) => one.id === id)?.operation.responses['200']?.content ?? {})
  expect(types('getOrgWorkspace')).toEqual(['application/json'])
  expect(types('watchChanges')).toEqual(['text/event-stream'])
  expect(types('exportAuditEvents')).toEqual(['application/x-ndjson'])
})

test('an error response has an example of each error with its status, and of no other', () => {
  const { responses } = documented.find(({ id }) => id === 'createConnector')?.operation ?? {}
  const examples = (status: string) =>
    Object.keys(responses?.[status]?.content?.['application/json']?.examples ?? {})
  expect(examples('409')).toEqual(['conflict', 'already_exists'])
  expect(examples('404')).toEqual([])
})

test('numbers and booleans of a query have one type, as clients send them', () => {
  const parameters = documented.find(({ id }) => id === 'listApps')?.operation.parameters
  const schemaOf = (name: string) => parameters?.find((one) => one.name === name)?.['schema']
  expect(schemaOf('limit')).toEqual({ type: 'integer', minimum: 1, maximum: maxPageSize })
  expect(schemaOf('isConnected')).toEqual({ type: 'boolean' })
})

test('the description of an operation says which tokens it accepts', () => {
  const tokens = (id: OperationId) =>
    /Needs .*/.exec(documented.find((one) => one.id === id)?.operation.description ?? '')?.[0]
  expect(tokens('getHealth')).toBe('Needs no token.')
  expect(tokens('listApps')).toBe('Needs any token of the workspace or an operator token.')
  expect(tokens('listConnectors')).toBe('Needs any token of the workspace; operators use one too.')
  expect(tokens('createConnector')).toBe(
    'Needs a workspace-level token with `isAdmin`; operators use one too.',
  )
  expect(tokens('archiveApp')).toBe(
    'Needs a workspace-level token with `isAdmin` or an operator token.',
  )
  expect(tokens('createOrgWorkspace')).toBe('Needs an operator token.')
})

test('every operation is in the document; extensions and tokens of a workspace are marked', () => {
  const named = Object.entries(
    z
      .record(z.string(), z.record(z.string(), z.looseObject({ operationId: z.string() })))
      .parse(document['paths']),
  ).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => [
      operation.operationId,
      `${method.toUpperCase()} ${path}`,
      operation['x-extension'] === true,
      operation['x-workspace-token'],
    ]),
  )
  const expected = Object.entries(operations).map(([id, operation]) => [
    specificationOf(id)?.operationId ?? id,
    `${operation.method} ${operation.path}`,
    'extension' in operation,
    'workspaceToken' in operation ? operation.workspaceToken : undefined,
  ])
  expect(new Set(named.map(String))).toEqual(new Set(expected.map(String)))
})
