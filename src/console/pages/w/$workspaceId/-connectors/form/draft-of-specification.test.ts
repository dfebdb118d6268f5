import { expect, test } from 'vitest'
import { draftOf } from './draft-of-specification'
import { requestOf } from './request-of-draft'

test('a specification becomes a draft and the same specification again', () => {
  const single = {
    name: 'HubSpot',
    key: 'hubspot',
    categories: ['CRM'],
    parameters: { region: 'eu' },
    type: 'oauth2' as const,
    ui: { helpUri: 'https://help.example/' },
    inputSchema: { type: 'object', 'x-own': 1 },
    makeApiClient: { type: 'javascript' as const, code: 'return 1', timeout: 5 },
    test: {
      type: 'rest-api-mapping' as const,
      description: 'Ping',
      mapping: { path: '/ping', method: 'GET' },
    },
  }
  expect(
    requestOf(
      draftOf({
        ...single,
        id: '1',
        uuid: 'u',
        version: '1.0.0',
        createdAt: '',
        updatedAt: '',
        isReadOnly: false,
      }),
    ),
  ).toEqual({ body: single, issues: [] })
  const several = {
    name: 'Y',
    options: {
      a: { title: 'A', type: 'app-token' as const, description: 'First' },
      b: { type: 'proxy' as const, proxyKey: 'p' },
    },
  }
  expect(requestOf(draftOf(several))).toEqual({ body: several, issues: [] })
})

test('the keys that authentication types need have fields', () => {
  const { auth } = draftOf({ name: 'X', type: 'oauth-client', oauthClientKey: 'c' })
  expect(auth).toMatchObject({ oauthClientKey: 'c', others: '' })
  const proxy = draftOf({ name: 'X', type: 'proxy', proxyKey: 'p' })
  expect(proxy.auth).toMatchObject({ proxyKey: 'p', others: '' })
})

test.each<[string, Record<string, unknown>]>([
  ['a function of which only a description is known', { makeApiClient: { description: 'A' } }],
  ['a function without a type', { test: { code: 'return 1', mapping: [1], timeout: 5 } }],
  ['code beside a mapping', { makeApiClient: { type: 'mapping', mapping: {}, code: 'return 1' } }],
  ['a mapping beside code', { test: { type: 'javascript', code: 'return 1', mapping: {} } }],
  ['the key of another type', { type: 'oauth2', proxyKey: 'p', oauthClientKey: 'c' }],
  ['the key of another type in an option', { options: { a: { type: 'oauth1', proxyKey: 'p' } } }],
])('a specification with %s stays the same', (_name, members) => {
  const specification = { name: 'X', ...members }
  expect(requestOf(draftOf(specification))).toEqual({ body: specification, issues: [] })
})

test.each<[string, Record<string, unknown>]>([
  ['type', { type: 'magic' }],
  ['test', { test: { type: 'python', code: 'pass' } }],
  ['test', { test: 'GET /' }],
  ['refreshCredentials', { type: 'app-token', refreshCredentials: { description: 'A' } }],
  ['proxyKey', { type: 'proxy', proxyKey: 5 }],
])('a stored %s that no field can show is kept and reported: %j', (name, members) => {
  const draft = draftOf({ name: 'X', ...members })
  expect(JSON.parse(draft.others)).toEqual({ [name]: members[name] })
  expect(requestOf(draft).issues).toMatchObject([
    { field: 'others', message: expect.stringContaining(name) },
  ])
  const option = draftOf({ name: 'X', options: { a: members } })
  expect(requestOf(option).issues).toMatchObject([
    { field: 'options.0.auth.others', message: expect.stringContaining(name) },
  ])
})

test.each([{ externalAppId: 5 }, { categories: ['CRM', 5] }, { options: { a: 5 } }])(
  'what a field can’t show of a connector is kept and reported: %j',
  (members) => {
    const draft = draftOf({ name: 'X', ...members })
    expect(JSON.parse(draft.others)).toEqual(members)
    expect(requestOf(draft).issues).toMatchObject([{ field: 'others' }])
  },
)
