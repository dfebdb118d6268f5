import { UnsecuredJWT } from 'jose'
import { expect, test } from 'vitest'
import { roleOf, sessionFacts } from './session'

const tokenOf = (name: string) => new UnsecuredJWT({ workspaceKey: 'shop', name }).encode()

test.each([
  ['a token', tokenOf('Ada'), 'Ada'],
  ['what is no token', 'no token', undefined],
])('%s is parsed once a session', (_kind, token, name) => {
  let reads = 0
  const session = {
    baseUrl: '/api',
    get token() {
      reads += 1
      return token
    },
  }
  expect(sessionFacts(session)?.name).toBe(name)
  const once = reads
  expect(sessionFacts(session)?.name).toBe(name)
  expect([once > 0, reads]).toEqual([true, once])
  expect(sessionFacts({ ...session, token: tokenOf('Grace') })?.name).toBe('Grace')
})

test.each([
  ['an opaque token', 'pat-1', 'admin'],
  ['a token of another issuer', new UnsecuredJWT({ iss: 'https://id.example' }).encode(), 'admin'],
  ['a token of a workspace', new UnsecuredJWT({ workspaceKey: 'shop' }).encode(), 'reader'],
  ['a token of a tenant', new UnsecuredJWT({ iss: 'shop', id: 'acme' }).encode(), 'tenant'],
])('the role of %s', (_kind, token, role) => {
  expect(roleOf({ baseUrl: 'https://engine.example', token })).toBe(role)
})
