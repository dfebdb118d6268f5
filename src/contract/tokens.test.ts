import { expect, test } from 'vitest'
import { maxTokenDays, tokenOperations } from './tokens'

const { body } = tokenOperations.createOrgWorkspaceAccessToken
const issues = (request: object) =>
  (body.safeParse(request).error?.issues ?? []).map(({ path }) => path.join('.'))

test.each<[object, string[]]>([
  [{}, []],
  [{ tenantId: 'one' }, []],
  [{ tenantKey: 'one', name: 'Ann', fields: { plan: 'pro' } }, []],
  [{ tenantId: 'one', tenantKey: 'one' }, ['tenantId']],
  [{ tenantId: '' }, ['tenantId']],
  [{ expiresInDays: 1 }, ['expiresInDays']],
  [{ kind: 'service', name: 'Deploy', isAdmin: true }, []],
  [{ kind: 'service', name: 'Deploy', expiresInDays: maxTokenDays }, []],
  [{ kind: 'service', name: 'Deploy', expiresInDays: maxTokenDays + 1 }, ['expiresInDays']],
  [{ kind: 'service', name: 'Deploy', expiresInDays: 0 }, ['expiresInDays']],
  [{ kind: 'service', name: 'Deploy', expiresInDays: 1.5 }, ['expiresInDays']],
  [{ kind: 'service' }, ['name']],
  [{ kind: 'personal', name: ' ' }, ['name']],
  [{ kind: 'personal', name: '\u200B' }, ['name']],
  [{ kind: 'personal', name: 'Mine', tenantKey: 'one' }, ['kind']],
  [{ kind: 'service', name: 'Mine', tenantId: 'one' }, ['kind']],
  [{ kind: 'other' }, ['kind']],
  [{ admin: true }, ['']],
])('the request %j has the issues %j', (request, paths) => {
  expect(issues(request)).toEqual(paths)
})

test('a token is one of a session if nothing else is requested', () => {
  expect(body.parse({})).toEqual({ kind: 'session' })
})
