import { expect, test } from 'vitest'
import { holderOf, signHint, tokenClaimsSchema, workspaceKeyOf } from './token-claims'

test('a token is for the workspace of its workspaceKey, or else of its issuer', () => {
  expect(workspaceKeyOf({ workspaceKey: 'one', iss: 'two' })).toBe('one')
  expect(workspaceKeyOf({ iss: 'two' })).toBe('two')
  expect(workspaceKeyOf({ workspaceKey: 1, iss: 'two' })).toBeUndefined()
  expect(workspaceKeyOf({})).toBeUndefined()
})

test('only the boolean true makes an admin, and a tenant is never one', () => {
  expect(holderOf({ isAdmin: true, name: 'Ann', sub: 's' })).toEqual({ role: 'admin', name: 'Ann' })
  expect(holderOf({ isAdmin: 'true', sub: 's' })).toEqual({ role: 'reader', name: 's' })
  expect(holderOf({ isAdmin: true, id: 't' })).toEqual({
    role: 'tenant',
    name: 't',
    tenantKey: 't',
  })
  expect(holderOf({ tenantKey: 'k', id: 't', name: 'Acme' })).toEqual({
    role: 'tenant',
    name: 'Acme',
    tenantKey: 'k',
  })
})

test('a token must expire; unknown claims are ignored', () => {
  expect(tokenClaimsSchema.safeParse({}).success).toBe(false)
  expect(tokenClaimsSchema.parse({ exp: 1, colour: 'red' })).toEqual({ exp: 1 })
  expect(signHint).toBe('sign with HS256, HS512, RS256, PS256, ES256, or EdDSA')
})
