import { UnsecuredJWT } from 'jose'
import { expect, test } from 'vitest'
import { findRenewalIssue } from './renewal-issue'

const session = (claims: Record<string, unknown>, workspaceId?: string) => ({
  baseUrl: '/api',
  token: new UnsecuredJWT(claims).encode(),
  workspaceId,
})
const admin = (workspaceKey: string, workspaceId?: string) =>
  session({ workspaceKey, isAdmin: true }, workspaceId)
const operator = session({ operator: true })

test.each([
  ['the same workspace', admin('shop', '1'), admin('shop', '1')],
  ['the same workspace as a reader', admin('shop', '1'), session({ workspaceKey: 'shop' }, '1')],
  ['a workspace whose id is not told', admin('shop', '1'), admin('shop')],
  ['an operator, who reaches every workspace', admin('shop', '1'), operator],
  ['an operator after an operator', operator, operator],
])('%s continues the session', (_name, before, now) => {
  expect(findRenewalIssue(before, now, false)).toBeUndefined()
})

test.each([
  ['another workspace', admin('shop', '1'), admin('bank', '2'), "for the workspace 'bank'"],
  ['one known by its key alone', admin('shop', '1'), admin('bank'), "Sign in to 'shop'"],
  ['a workspace after an operator', operator, admin('shop', '1'), 'Sign in as an operator'],
])('%s does not', (_name, before, now, words) => {
  expect(findRenewalIssue(before, now, false)).toContain(words)
})

test('a reader can’t continue a session of an admin who has unsaved changes', () => {
  const reader = session({ workspaceKey: 'shop' }, '1')
  expect(findRenewalIssue(admin('shop', '1'), reader, true)).toContain('can’t save your changes')
  expect(findRenewalIssue(admin('shop', '1'), admin('shop', '1'), true)).toBeUndefined()
})

test('workspaces are called by their names where those are known', () => {
  const named = (key: string, id: string, workspaceName: string) => ({
    ...admin(key, id),
    workspaceName,
  })
  expect(
    findRenewalIssue(named('k1', '1', 'The shop'), named('k2', '2', 'The bank'), false),
  ).toContain("for the workspace 'The bank'. Sign in to 'The shop'")
})
