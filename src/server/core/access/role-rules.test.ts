import { describe, expect, test } from 'vitest'
import { grantedRoles, possibleRoles, roleIn, roleRulesSchema, type RoleRule } from './role-rules'

const rules: RoleRule[] = [
  { claim: 'groups', value: 'ops', role: 'operator' },
  { claim: 'groups', value: 'shop', role: 'reader', workspaces: ['shop', 'bank'] },
  { claim: 'groups', value: 'shop-admins', role: 'admin', workspaces: ['shop'] },
  { claim: ['realm_access', 'roles'], value: 'everywhere', role: 'reader' },
  { claim: 'https://example.com/role', value: 'admin', role: 'admin' },
  { claim: 'email', value: 'ann@example.com', role: 'admin' },
  { claim: ['email'], value: 'bob@example.com', role: 'reader' },
]

/** No rule applies, whatever its claim is. */
const everyClaim = {
  groups: [],
  realm_access: { roles: [] },
  'https://example.com/role': 'none',
  email: 'ann@example.com',
  email_verified: false,
}
const emailUnknown = { ...everyClaim, email_verified: undefined }

test.each([
  ['a list that contains the value', { groups: ['x', 'ops'] }, 'operator'],
  ['a nested claim', { realm_access: { roles: ['everywhere'] } }, 'reader'],
  ['a name with dots', { 'https://example.com/role': 'admin' }, 'admin'],
  [
    'the highest of several',
    { groups: ['ops'], realm_access: { roles: ['everywhere'] } },
    'operator',
  ],
  ['a verified e-mail address', { email: 'ann@example.com', email_verified: true }, 'admin'],
  ['an e-mail address that is not verified', { email: 'ann@example.com' }, undefined],
  [
    'a verified e-mail address by its path',
    { email: 'bob@example.com', email_verified: true },
    'reader',
  ],
  ['one by its path that is not verified', { email: 'bob@example.com' }, undefined],
  ['part of a value', { groups: ['ops-readers'], groupsops: 'ops' }, undefined],
  ['a claim of another type', { groups: { ops: true } }, undefined],
  ['an inherited member', { realm_access: ['everywhere'] }, undefined],
  ['no claim', {}, undefined],
])('%s gives the role in all workspaces', (_name, claims, role) => {
  expect(grantedRoles(rules, claims)).toEqual({ everywhere: role, workspaces: new Map() })
})

test('roles in workspaces add to those in all of them, and the highest wins', () => {
  const granted = grantedRoles(rules, { groups: ['shop', 'shop-admins'] })
  expect(granted.everywhere).toBeUndefined()
  expect(['shop', 'bank', 'other'].map((key) => roleIn(granted, key))).toEqual([
    'admin',
    'reader',
    undefined,
  ])
  const reader = grantedRoles(rules, {
    groups: ['shop-admins'],
    realm_access: { roles: ['everywhere'] },
  })
  expect(['shop', 'other'].map((key) => roleIn(reader, key))).toEqual(['admin', 'reader'])
  expect(roleIn(grantedRoles(rules, { groups: 'ops' }), 'any')).toBe('admin')
})

test.each([
  ['no claim', {}, 'operator'],
  ['every claim, none with the value', everyClaim, undefined],
  ['all but a nested claim', { ...everyClaim, realm_access: undefined }, 'reader'],
  ['all but what a nested claim is in', { ...everyClaim, realm_access: {} }, 'reader'],
  ['all but whether the e-mail address is verified', emailUnknown, 'admin'],
])('a token with %s leaves this role possible', (_name, claims, role) => {
  expect(possibleRoles(rules, claims).everywhere).toBe(role)
})

test('a rule without a claim applies to everyone', () => {
  expect(grantedRoles([{ role: 'reader' }], {}).everywhere).toBe('reader')
})

test('one rule is enough, for all workspaces or for one', () => {
  const role = 'reader'
  expect(roleRulesSchema.safeParse([{ role }]).success).toBe(true)
  expect(roleRulesSchema.safeParse([{ role, workspaces: ['shop'] }]).success).toBe(true)
})

describe('rules that are refused', () => {
  test.each<[string, unknown]>([
    ['no rule', []],
    ['an unknown role', [{ role: 'root' }]],
    ['an operator of one workspace', [{ role: 'operator', workspaces: ['shop'] }]],
    ['a claim without a value', [{ claim: 'groups', role: 'reader' }]],
    ['a claim without a name', [{ claim: '', value: 'ops', role: 'reader' }]],
    ['a path without names', [{ claim: [], value: 'ops', role: 'reader' }]],
    ['a path with an empty name', [{ claim: ['roles', ''], value: 'ops', role: 'reader' }]],
    ['an empty value', [{ claim: 'groups', value: '', role: 'reader' }]],
    ['a list of no workspaces', [{ role: 'reader', workspaces: [] }]],
    ['a workspace without a key', [{ role: 'reader', workspaces: [''] }]],
    ['a misspelled member', [{ role: 'reader', workspace: ['shop'] }]],
  ])('%s', (_name, wrong) => {
    expect(roleRulesSchema.safeParse(wrong).success).toBe(false)
  })
})
