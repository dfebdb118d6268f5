import { describe, expect, it, test } from 'vitest'
import { z } from 'zod'
import { alertTypeNames } from './alerts'
import { authTypeNames } from './auth-types'
import {
  connectorCreateSchema,
  connectorFunctionNames,
  functionFacts,
  usesFunction,
} from './connectors'
import type { Operation } from './operation'
import { operations } from './operations'

type JsonSchema = z.core.JSONSchema._JSONSchema

interface Place {
  path: string
  schema: z.core.JSONSchema.JSONSchema
}

const isSchema = z.custom<z.core.JSONSchema.JSONSchema>((value) => typeof value === 'object')

/** Lists a schema and every schema inside it, each with its path. */
function placesIn(schema: JsonSchema | JsonSchema[] | undefined, path: string): Place[] {
  if (Array.isArray(schema)) return schema.flatMap((one) => placesIn(one, path))
  if (typeof schema !== 'object') return []
  const inside = Object.entries({ ...schema.$defs, ...schema.properties })
  return [
    { path, schema: isSchema.parse(schema) },
    ...inside.flatMap(([name, member]) => placesIn(member, `${path}.${name}`)),
    ...placesIn(schema.items, `${path}[]`),
    ...placesIn(schema.additionalProperties, `${path}.*`),
    ...placesIn(schema.propertyNames, `${path}.(name)`),
    // Of a parameter, the alternatives are ways to write its type as text.
    ...(schema.type === undefined ? placesIn(schema.anyOf, path) : []),
  ]
}

const described = (schema: z.ZodType, io: 'input' | 'output', path: string) =>
  placesIn(z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' }), path)

const all = Object.entries<Operation>(operations)
const sent = all.flatMap(([id, { params, query, body }]) =>
  Object.entries({ params, query, body }).flatMap(([part, schema]) =>
    schema === undefined ? [] : described(schema, 'input', `${id} ${part}`),
  ),
)
const received = all.flatMap(([id, { response }]) => described(response, 'output', id))
const texts = sent.filter(({ schema }) => schema.type === 'string')

/** Returns the members that a body lacks, or that are wrong in it. */
function issuesIn(body: z.ZodType, sentBody: object): string[] {
  const issues = body.safeParse(sentBody).error?.issues ?? []
  return [...new Set(issues.map(({ path }) => path.join('.')))].toSorted()
}
const neededIn = (body: z.ZodType) => issuesIn(body, {})

/** Returns the members that each schema inside an operation requires. */
function requiredMembers(places: readonly Place[]): object {
  const inside = places.filter(({ path, schema }) => path.includes('.') && schema.required?.length)
  return Object.fromEntries(
    inside.map(({ path, schema }) => [path.slice(path.indexOf('.') + 1), schema.required]),
  )
}

describe('a request', () => {
  test.each(all)('%s needs no parameter in its query', (_id, { query }) => {
    expect(query?.safeParse({}).success ?? true).toBe(true)
  })

  it('needs a body only where declared, with only the required members', () => {
    const needed = Object.fromEntries(
      all.flatMap(([id, { body, bodyOptional }]) => {
        if (body === undefined) return []
        const members = neededIn(body)
        expect(bodyOptional === true && members.length > 0, id).toBe(false)
        return bodyOptional === true ? [] : [[id, members]]
      }),
    )
    expect(needed).toEqual({
      archiveApps: ['selectors'],
      checkJwks: ['uri'],
      createApp: ['name'],
      createConnector: ['name'],
      createOrgWorkspace: ['name'],
      endSingleSignOn: ['returnUri', 'token'],
      finishSingleSignOn: ['attempt', 'callbackUri'],
      recoverWebhookDeliveries: ['since'],
      renewSingleSignOn: ['renewal'],
      setAlertMute: ['mutedUntil'],
      setAlertSettings: [],
      setOperatorLimits: ['operatorLimits'],
      signInToDemo: ['role'],
      startSingleSignOn: ['redirectUri'],
      updateConnector: ['name'],
    })
  })

  it('is refused if a text that it needs is empty', () => {
    for (const [id, { body }] of all) {
      const needed = body === undefined ? [] : neededIn(body)
      const empty = Object.fromEntries(needed.map((member) => [member, '']))
      expect(body === undefined ? [] : issuesIn(body, empty), id).toEqual(needed)
    }
  })

  it('needs only the required members in every part of its body', () => {
    expect(requiredMembers(sent)).toEqual({
      AlertDelivery: ['internal'],
      'AlertDelivery.email': ['enabled'],
      'AlertDelivery.webhook': ['enabled'],
      AlertDeliverySettingsUpdate: ['alertTypes'],
      'AlertDeliverySettingsUpdate.alertTypes': alertTypeNames,
      AppCreate: ['name'],
      ConnectorCreate: ['name'],
      ConnectorUpdate: ['name'],
      JwksCheck: ['uri'],
      LimitEntry: ['unit'],
      OperatorLimitsUpdate: ['operatorLimits'],
      OrgWorkspaceCreate: ['name'],
      PublicKey: ['name', 'publicKey'],
    })
  })

  it('has a bound for every text but names and those of a JSON Schema', () => {
    const unbounded = texts.filter(
      ({ path, schema: { maxLength, enum: values, const: value, format } }) =>
        !/JsonSchema\.|\(name\)$/.test(path) &&
        [maxLength, values, value, format === 'uri' ? undefined : format].every(
          (bound) => bound === undefined,
        ),
    )
    expect(unbounded.map(({ path }) => path)).toEqual([])
  })

  it('has an empty text only where that means none, or where another rule refuses it', () => {
    const mayBeEmpty = texts.filter(
      ({ path, schema: { minLength = 0, enum: values, const: value, format, pattern } }) =>
        !/JsonSchema\.|\.description$|\(name\)$/.test(path) &&
        minLength === 0 &&
        [values, value, format, pattern].every((rule) => rule === undefined),
    )
    const places = mayBeEmpty.map(({ path }) => path.slice(path.indexOf(' ') + 1))
    expect([...new Set(places)].toSorted()).toEqual([
      'body.AccessTokenRequest.name',
      'body.AppArchiveRequest.filter.category',
      'body.AppArchiveRequest.filter.search',
      'body.AppCreate.appUri',
      'body.AppCreate.logoUri',
      'body.AppUpdate.appUri',
      'body.AppUpdate.logoUri',
      'body.AuthOption.oauthClientKey',
      'body.AuthOption.proxyKey',
      'body.AuthOption.title',
      'body.AuthOption.ui.helpUri',
      'body.ConnectorCreate.logoUri',
      'body.ConnectorCreate.oauthClientKey',
      'body.ConnectorCreate.proxyKey',
      'body.ConnectorCreate.ui.helpUri',
      'body.ConnectorUpdate.logoUri',
      'body.ConnectorUpdate.oauthClientKey',
      'body.ConnectorUpdate.proxyKey',
      'body.ConnectorUpdate.ui.helpUri',
      'body.ConnectorVersionCreate.changelog',
      'body.JwksCheck.uri',
      'body.OrgWorkspaceCreate.logoUri',
      'body.OrgWorkspaceUpdate.jwksUri',
      'body.OrgWorkspaceUpdate.logoUri',
      'body.OrgWorkspaceUpdate.webhookUri',
      'body.uri',
      'query.appUuid',
      'query.category',
      'query.connectorId',
      'query.externalAppId',
      'query.orgId',
      'query.search',
    ])
  })

  it('may have texts of one character, and none has to be longer', () => {
    const long = texts.filter(({ schema: { minLength = 0 } }) => minLength > 1)
    expect(long.map(({ path }) => path)).toEqual([])
  })
})

test('of a record of another engine, only what identifies it is needed', () => {
  const specified = all.filter(([, { extension }]) => extension !== true)
  const records = specified.flatMap(([id, { response }]) => described(response, 'output', id))
  expect(requiredMembers(records)).toEqual({
    App: ['id', 'key', 'name', 'uuid', 'isReadOnly', 'isPublic'],
    Connector: ['id', 'key', 'name', 'isReadOnly'],
    Limit: ['unit'],
    OrgWorkspace: ['id', 'name', 'orgId', 'key'],
    'OrgWorkspace.publicKeys[]': ['name', 'publicKey'],
    StoredAlertDelivery: ['internal'],
    'StoredAlertDelivery.email': ['enabled'],
    'StoredAlertDelivery.webhook': ['enabled'],
  })
})

test('a record of another engine is read even if it has what this one would not write', () => {
  const { updateOrgWorkspace, exportConnection, listConnectors, listApps } = operations
  const record = { id: '1', name: 'A', orgId: '2', key: 'a' }
  const limits = { parallelFlowRuns: { unit: 'number', value: -1, defaultValue: 1.5 } } as const
  const updatedAt = '2026-01-01T00:00:00+02:00'
  // The specification does not show the format of times.
  const times = { createdAt: 1_767_225_600, operatorLimitsSyncedAt: null, updatedAt }
  const sentRecord = { ...record, limits, operatorLimits: limits, ...times }
  expect(updateOrgWorkspace.response.parse(sentRecord)).toEqual({
    ...record,
    limits,
    operatorLimits: limits,
    updatedAt,
  })
  const exported = { type: 'flow', name: 'A' }
  expect(exportConnection.response.parse({ ...exported, credentials: {} })).toEqual(exported)
  const connector = { id: '1', key: 'a', name: 'A' }
  expect(listConnectors.response.parse({ items: [connector] })).toEqual({
    items: [{ ...connector, isReadOnly: false }],
  })
  const app = { ...connector, uuid: '2' }
  expect(listApps.response.parse({ items: [app] })).toEqual({
    items: [{ ...app, isReadOnly: false, isPublic: false }],
  })
})

test('the lists of another engine are read with what it always has', () => {
  const { listConnections, listActions, getApp } = operations
  const times = { createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-02T00:00:00.000Z' }
  const connection = { id: '1', name: 'A', ...times }
  expect(listConnections.response.parse({ items: [{ ...connection, userId: '2' }] })).toEqual({
    items: [{ ...connection, isTest: false, disconnected: false }],
  })
  const action = { id: '1', name: 'A' }
  expect(listActions.response.parse({ items: [action] })).toEqual({ items: [action] })
  const app = { id: '1', key: 'a', name: 'A', uuid: '2', isReadOnly: false, categories: [] }
  expect(getApp.response.parse(app)).toEqual({ ...app, isPublic: false })
})

test('an empty sync error of another engine means that the last mirror attempt succeeded', () => {
  const record = { id: '1', name: 'A', orgId: '2', key: 'a' }
  const { updateOrgWorkspace, getOrgWorkspace } = operations
  for (const { response } of [updateOrgWorkspace, getOrgWorkspace]) {
    const read = response.parse({ ...record, operatorLimitsSyncError: '' })
    expect(read.operatorLimitsSyncError).toBeUndefined()
  }
})

test('every optional member has at least one valid value', () => {
  const empty = [...sent, ...received].filter(({ schema }) => schema.enum?.length === 0)
  expect(empty.map(({ path }) => path)).toEqual([])
})

test.each(connectorFunctionNames)('some connector can have the function %s', (name) => {
  const { kinds } = functionFacts(name)
  expect(kinds).not.toEqual([])
  const types = authTypeNames.filter((type) => usesFunction(type, name))
  expect(types).not.toEqual([])
  const code = { type: 'javascript', code: 'export default () => {}' }
  for (const type of types)
    expect(connectorCreateSchema.safeParse({ name: 'A', type, [name]: code }).success).toBe(true)
})

test.each<[object, string[]]>([
  [{}, ['selectors']],
  [{ selectors: ['a'] }, []],
  [{ selectors: ['a'], filter: {}, expectedCount: 1 }, ['selectors']],
  [{ filter: {} }, ['expectedCount']],
  [{ filter: {}, validateOnly: false }, ['expectedCount']],
  [{ filter: {}, validateOnly: true }, []],
  [{ filter: {}, expectedCount: 0 }, []],
])('to archive %j, the members that are missing or too many are %j', (body, wrong) => {
  expect(issuesIn(operations.archiveApps.body, body)).toEqual(wrong)
})

describe('a wrong member does not hide', () => {
  const { updateOrgWorkspace, createConnector, createOrgWorkspaceAccessToken, archiveApps } =
    operations
  test.each<[what: string, z.ZodType, object, string[]]>([
    [
      'the wrong units of other limits',
      updateOrgWorkspace.body,
      {
        limits: {
          apiRequestsPerHour: { unit: 'number', value: 1.5 },
          parallelFlowRuns: { unit: 'Mb' },
          parallelApiRequests: { unit: 'GB', value: 1.5 },
          totalFileStorageMb: null,
        },
      },
      [
        'limits.apiRequestsPerHour.value',
        'limits.parallelApiRequests.unit',
        'limits.parallelFlowRuns.unit',
        'limits.totalFileStorageMb',
      ],
    ],
    [
      'a fraction in the same limit',
      updateOrgWorkspace.body,
      { limits: { parallelFlowRuns: { unit: 'number', value: '1.5', defaultValue: 1.5 } } },
      ['limits.parallelFlowRuns.defaultValue', 'limits.parallelFlowRuns.value'],
    ],
    [
      'members that options exclude, or that a type does not use',
      createConnector.body,
      { name: 5, options: {}, type: 'oauth1', getTokenData: {}, test: null },
      ['getTokenData', 'name', 'test', 'type'],
    ],
    [
      'members that an option does not use',
      createConnector.body,
      { name: 'A', options: { a: { type: 'proxy', title: 5, disconnect: {} }, b: null } },
      ['options.a.disconnect', 'options.a.title', 'options.b'],
    ],
    [
      'what a function lacks',
      createConnector.body,
      { name: 'A', test: { type: 'javascript', description: 5 }, disconnect: { type: 'mapping' } },
      ['disconnect.type', 'test.code', 'test.description'],
    ],
    [
      'functions of a known type only',
      createConnector.body,
      { name: 'A', type: 'basic', getTokenData: { type: 5 } },
      ['getTokenData.type', 'type'],
    ],
    [
      'the missing name of a token',
      createOrgWorkspaceAccessToken.body,
      { kind: 'service', expiresInDays: '1', tenantId: 'a', tenantKey: 'b' },
      ['expiresInDays', 'kind', 'name', 'tenantId'],
    ],
    [
      'only what a known kind of token needs',
      createOrgWorkspaceAccessToken.body,
      { kind: 'robot', name: 5, expiresInDays: 1 },
      ['kind', 'name'],
    ],
    [
      'a missing list of apps',
      archiveApps.body,
      { validateOnly: 5 },
      ['selectors', 'validateOnly'],
    ],
  ])('%s', (_what, body, wrong, issues) => {
    expect(issuesIn(body, wrong)).toEqual(issues)
  })

  test('that a body is no object', () => {
    for (const { body } of [createConnector, createOrgWorkspaceAccessToken, archiveApps])
      for (const wrong of [null, 5, []])
        expect(body.safeParse(wrong).error?.issues).toMatchObject([{ code: 'invalid_type' }])
  })
})

test('a change needs only its kind and time', () => {
  const notice = { kind: 'apps', changedAt: '2026-01-01T00:00:00.000Z' }
  expect(operations.watchChanges.response.parse(notice)).toEqual(notice)
})
