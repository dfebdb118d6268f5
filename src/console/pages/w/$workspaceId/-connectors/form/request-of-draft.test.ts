import { expect, test } from 'vitest'
import { authTypeNames } from '@/contract/auth-types'
import { connectorFunctionNames, usesFunction } from '@/contract/connectors'
import {
  emptyAuth,
  emptyDraft,
  newFunction,
  withApp,
  withOptions,
  withType,
  type Draft,
} from './draft'
import { issueAt, requestOf } from './request-of-draft'

const named: Draft = { ...emptyDraft, name: 'X' }
const bodyOf = (draft: Draft) => {
  const read = requestOf(draft)
  return 'body' in read ? read.body : read.issues
}

test.each(authTypeNames)(
  'a connector of type %s begins with what the type uses, and is valid',
  (type) => {
    const body = bodyOf({
      ...named,
      auth: { ...withType(emptyAuth, type), proxyKey: 'p', oauthClientKey: 'c' },
    })
    expect(body).toMatchObject({ name: 'X', type })
    for (const name of connectorFunctionNames)
      if (name in body) expect(usesFunction(type, name)).toBe(true)
  },
)

test('values of another type stay in the draft and are not sent', () => {
  const auth = { ...withType(emptyAuth, 'oauth2'), oauthClientKey: 'kept' }
  expect(bodyOf({ ...named, auth })).toHaveProperty('getOAuthConfig')
  const switched = { ...auth, type: 'app-token' as const }
  expect(bodyOf({ ...named, auth: switched })).not.toHaveProperty('getOAuthConfig')
  expect(bodyOf({ ...named, auth: { ...switched, type: 'oauth2' } })).toHaveProperty(
    'getOAuthConfig',
  )
})

test('one or several options: only one mode is sent, and neither is lost', () => {
  const draft: Draft = {
    ...named,
    auth: withType(emptyAuth, 'app-token'),
    options: [{ key: 'token', title: 'By token', auth: withType(emptyAuth, 'app-token') }],
  }
  expect(bodyOf(draft)).not.toHaveProperty('options')
  const several = bodyOf({ ...draft, usesOptions: true })
  expect(several).toMatchObject({ options: { token: { title: 'By token', type: 'app-token' } } })
  expect(several).not.toHaveProperty('type')
})

test('an option without a key is one issue', () => {
  const draft: Draft = {
    ...named,
    usesOptions: true,
    options: [{ key: '', title: '', auth: emptyAuth }],
  }
  expect(requestOf(draft).issues).toEqual([
    { field: 'options.0.key', message: 'An option needs a key' },
  ])
})

test('several options start from the single one, and an app fills empty fields', () => {
  const draft = { ...named, auth: withType(emptyAuth, 'proxy') }
  expect(withOptions(draft, true).options[0]?.auth).toBe(draft.auth)
  const app = { id: '1', key: 'crm', name: 'CRM', categories: ['Sales'] }
  expect(withApp(draft, app)).toMatchObject({ name: 'X', key: 'crm', categories: ['Sales'] })
  expect(withApp({ ...draft, key: 'mine', categories: ['A'] }, app)).toMatchObject({
    key: 'mine',
    categories: ['A'],
  })
})

test('every issue is reported at its field', () => {
  const draft: Draft = {
    ...emptyDraft,
    key: 'a b',
    auth: {
      ...emptyAuth,
      type: 'oauth2',
      inputSchema: '{\n  "type": }',
      functions: { test: { ...newFunction('test'), mapping: '{"path":"/"}' } },
    },
    parameters: '[1]',
    others: '{"colour":1}',
  }
  expect(requestOf(draft).issues).toEqual([
    { field: 'auth.inputSchema', message: 'Invalid JSON at line 2, column 11' },
    { field: 'name', message: 'A connector needs a name' },
    { field: 'key', message: expect.any(String) },
    { field: 'parameters', message: expect.any(String) },
    { field: 'auth.functions.test', message: expect.stringContaining('mapping.method') },
    { field: 'others', message: "There is no property 'colour' here" },
  ])
  expect(requestOf({ ...named, others: '[1]' }).issues).toEqual([
    { field: 'others', message: 'Has to be a JSON object' },
  ])
  expect(issueAt(named, ['externalAppId'], 'Not found')).toEqual({
    field: 'appId',
    message: 'Not found',
  })
  expect(requestOf({ ...named, usesOptions: true }).issues).toEqual([
    { field: 'options', message: expect.any(String) },
  ])
  const twice = { key: 'a', title: '', auth: { ...emptyAuth, inputSchema: '{"type":"text"}' } }
  expect(
    requestOf({
      ...named,
      usesOptions: true,
      options: [twice, { ...twice, auth: emptyAuth }],
    }).issues.map(({ field }) => field),
  ).toEqual(['options.1.key'])
  expect(
    requestOf({ ...named, usesOptions: true, options: [twice] }).issues.map(({ field }) => field),
  ).toEqual(['options.0.auth.inputSchema'])
})

test('a member that a field sets is not among those without a field', () => {
  const auth = { ...withType(emptyAuth, 'oauth2'), others: '{"type":"oauth1","title":"B"}' }
  const issues = (draft: Draft) => requestOf(draft).issues
  expect(issues({ ...named, others: '{"name":"Y","logoUri":"x"}' })).toEqual([
    { field: 'others', message: "'name' is set above: remove it here" },
  ])
  expect(
    issues({ ...named, usesOptions: true, options: [{ key: 'a', title: 'A', auth }] }),
  ).toEqual([
    { field: 'options.0.auth.others', message: "'type' is set above: remove it here" },
    { field: 'options.0.auth.others', message: "'title' is set above: remove it here" },
  ])
})
